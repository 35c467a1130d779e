"""Games that are kept: written down, read again, gone on with, verified."""
