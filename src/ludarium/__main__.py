"""`python -m ludarium`: the command."""

from ludarium.cli import main

if __name__ == "__main__":
    main()
