"""Programs of others as agents, by the protocols that they speak: UCI and GTP."""
