"""Gymnasium, or a clear word on how to get it."""

try:
    import gymnasium
    from gymnasium import spaces
except ImportError:
    raise ImportError("the environments need Gymnasium\nhint: pip install 'eightoff[rl]'") from None

__all__ = ["gymnasium", "spaces"]
