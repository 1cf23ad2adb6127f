"""`python -m cardavia_spec` is the command `cardavia`."""

import sys

from cardavia_spec.cli.main import main

sys.exit(main())
