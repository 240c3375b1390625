"""What holds for all tests."""

import os
import sys

# Spark's workers run this Python, whichever is first on the path.
os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
# No test asks anything of a network; Haystack and Ray would tell theirs what is done.
os.environ["HAYSTACK_TELEMETRY_ENABLED"] = "False"
os.environ["RAY_USAGE_STATS_ENABLED"] = "0"
