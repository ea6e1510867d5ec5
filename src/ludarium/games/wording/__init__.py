"""The rules of the games in sentences, a module each: see `ludarium.rules.wording`."""
