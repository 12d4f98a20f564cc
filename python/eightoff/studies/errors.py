"""What can go wrong with a study as a whole."""


class StudyError(RuntimeError):
    """A study cannot go on, or cannot be opened; what it has on disk is intact.

    The message says what is wrong, in which directory, and what to do.
    """


class FailedChunkWarning(UserWarning):
    """Some chunks of a study failed every time; their rows say ``error`` instead of a verdict."""
