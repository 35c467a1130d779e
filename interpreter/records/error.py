"""What goes wrong with records."""


class RecordError(Exception):
    """A record cannot be read, written or played here; each line of the message is a reason."""
