"""Games of ours in OpenSpiel, and its bots as agents of ours.

They need OpenSpiel to be installed.
"""

try:
    import pyspiel  # noqa: F401  # so that all modules of this package can count on it
except ImportError:
    raise ImportError("OpenSpiel is not installed: pip install 'ludarium[openspiel]'") from None
