"""Games and rulesets: what is known of them."""
