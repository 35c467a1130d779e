"""The rules of dice-pool and card games as text: a language, its checks, and what plays it."""

__version__ = "0.1.0"

__all__ = ["__version__"]
