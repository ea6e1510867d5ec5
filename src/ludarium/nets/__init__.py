"""Neural nets in ONNX files as agents.

They need ONNX Runtime to be installed.
"""

try:
    import onnxruntime  # noqa: F401  # so that all modules of this package can count on it
except ImportError:
    raise ImportError("ONNX Runtime is not installed: pip install 'ludarium[onnx]'") from None
