"""Studies of many deals: `eightoff.study`, its result, and `eightoff.find_deals`.

One module a job: `source` (which deals), `plan` (the parameters), `table` (columns and Parquet),
`work` (what a worker does), `directory` (files), `driver` (the run), `progress`, `intervals`,
`summary`, `result` (the study as the user sees it), `run` (the function), `shuffle`
and `search` (deals by property). Imports go in that order only.
"""

from eightoff.studies.directory import FailedChunk
from eightoff.studies.errors import FailedChunkWarning, StudyError
from eightoff.studies.result import Study
from eightoff.studies.run import study
from eightoff.studies.search import FoundDeal, find_deals
from eightoff.studies.summary import Summary

__all__ = [
    "FailedChunk",
    "FailedChunkWarning",
    "FoundDeal",
    "Study",
    "StudyError",
    "Summary",
    "find_deals",
    "study",
]
