"""`python -m model NAME...` writes data files anew; without a name, all of them."""

import sys

from .files import WRITERS

for name in sys.argv[1:] or WRITERS:
    WRITERS[name]()
