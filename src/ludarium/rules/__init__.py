"""Rules: states, generic functions, boards and Views; and how rules become machine code."""
