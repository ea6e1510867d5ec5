"""`python -m ludarium`: the command."""

from ludarium.cli import main

main()
