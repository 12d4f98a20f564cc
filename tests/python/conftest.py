"""Hypothesis profiles: `ci` (the default) is quick and repeatable, `thorough` searches for longer.

Choose with `HYPOTHESIS_PROFILE=thorough`.
"""

import os

from hypothesis import HealthCheck, settings

# Side-by-side games draw many values and are slow by nature: the model is.
PATIENT = [HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.filter_too_much]

settings.register_profile(
    "ci", deadline=None, derandomize=True, print_blob=True, suppress_health_check=PATIENT
)
settings.register_profile(
    "thorough",
    deadline=None,
    max_examples=1_000,
    stateful_step_count=100,
    print_blob=True,
    suppress_health_check=PATIENT,
)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "ci"))
