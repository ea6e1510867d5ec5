"""Games with chance solved exactly: what each seat can expect in each state."""
