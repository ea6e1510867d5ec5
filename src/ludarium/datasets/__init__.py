"""Datasets: games as tables of decisions, one row each, for learning from them.

They need pyarrow to be installed.
"""

try:
    import pyarrow  # noqa: F401  # so that all modules of this package can count on it
except ImportError:
    raise ImportError("pyarrow is not installed: pip install 'ludarium[dataset]'") from None
