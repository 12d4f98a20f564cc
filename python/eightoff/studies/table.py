"""The table's columns, and how results become the bytes of a Parquet file."""

from collections.abc import Iterable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from eightoff._core import _codes
from eightoff.feature_table import MEANINGS
from eightoff.studies.extras import need
from eightoff.studies.plan import Plan, RuleSet
from eightoff.studies.source import Source

VERDICTS = ("unknown", "unwinnable", "winnable", "error")
"""The verdicts; the solver's status (-1, 0, 1) is the place of the first three, less one."""

ERROR = VERDICTS.index("error")

# Columns whose values hardly repeat: a dictionary of them would be longer than they are.
DELTAS = {"number": "DELTA_BINARY_PACKED", "code": "DELTA_BYTE_ARRAY"}


def schema(plan: Plan) -> Any:
    """Return the Arrow schema of a study's table."""
    pa = need("pyarrow")
    label = pa.dictionary(pa.int8(), pa.string())
    columns = [
        ("number", pa.uint32()),
        ("code", pa.string()),
        ("cells", pa.int8()),
        ("group_limit", label),
        ("verdict", label),
        ("nodes", pa.int64()),
        ("length", pa.int16()),
    ]
    if plan.shortest:
        columns += [("lower_bound", pa.int16()), ("optimal", pa.bool_())]
    if plan.features:
        columns += [(name, pa.int16()) for name in MEANINGS]
    columns.append(("error", pa.string()))
    return pa.schema(columns)


def result_table(
    plan: Plan,
    source: Source,
    rule: RuleSet,
    solved: NDArray[Any],
    features: NDArray[Any] | None,
) -> Any:
    """Return the rows of some deals under one rule set.

    Args:
        plan: The study's.
        source: The deals.
        rule: The rules they were solved under.
        solved: What `eightoff.solve_many` said of them.
        features: Their features, or None if the study has none.
    """
    pa = need("pyarrow")
    count = len(source)
    missing = solved["length"] < 0
    columns: dict[str, Any] = {
        **_what_was_solved(source, rule),
        "verdict": _labels(solved["status"] + 1, VERDICTS),
        "nodes": pa.array(solved["nodes"]),
        "length": pa.array(solved["length"], mask=missing),
        "error": pa.nulls(count, pa.string()),
    }
    if plan.shortest:
        # Of a lost deal there is no shortest line to bound.
        columns["lower_bound"] = pa.array(solved["lower_bound"], mask=solved["status"] == 0)
        columns["optimal"] = pa.array(solved["optimal"].astype(bool), mask=missing)
    if features is not None:
        # A field of a structured array is not contiguous; Arrow wants it to be.
        columns |= {name: pa.array(np.ascontiguousarray(features[name])) for name in MEANINGS}
    return _in_order(plan, columns)


def error_table(plan: Plan, source: Source, rule: RuleSet, message: str) -> Any:
    """Return the rows of deals whose chunk failed."""
    pa = need("pyarrow")
    count = len(source)
    columns: dict[str, Any] = {
        field.name: pa.nulls(count, field.type) for field in schema(plan)
    } | {
        **_what_was_solved(source, rule),
        "verdict": _labels(np.full(count, ERROR), VERDICTS),
        "error": pa.array([message] * count, pa.string()),
    }
    return _in_order(plan, columns)


def _what_was_solved(source: Source, rule: RuleSet) -> dict[str, Any]:
    """Return the columns that name the deal and the rules."""
    pa = need("pyarrow")
    count, numbers = len(source), source.array()
    if source.numbering == "eightoff":
        codes = _codes(numbers, rule.cells)
        ends = np.arange(count + 1, dtype=np.int32) * codes.shape[1]
        buffers = [None, pa.py_buffer(ends), pa.py_buffer(codes)]
        code = pa.Array.from_buffers(pa.string(), count, buffers)
    else:
        code = pa.nulls(count, pa.string())
    return {
        "number": pa.array(numbers),
        "code": code,
        "cells": pa.array(np.full(count, rule.cells, np.int8)),
        "group_limit": _labels(np.zeros(count), (rule.group_limit,)),
    }


def _labels(places: NDArray[Any], names: tuple[str, ...]) -> Any:
    """Return a column of names, each given by its place among all of them."""
    pa = need("pyarrow")
    return pa.DictionaryArray.from_arrays(pa.array(places.astype(np.int8)), pa.array(names))


def _in_order(plan: Plan, columns: dict[str, Any]) -> Any:
    """Return the columns as a table of the study's schema."""
    pa = need("pyarrow")
    fields = schema(plan)
    return pa.table([columns[name] for name in fields.names], schema=fields)


def to_parquet(tables: Iterable[Any]) -> bytes:
    """Return a Parquet file with a row group for each table."""
    pa, parquet = need("pyarrow"), need("pyarrow.parquet")
    sink = pa.BufferOutputStream()
    writer = None
    for table in tables:
        if writer is None:
            repeating = [name for name in table.schema.names if name not in DELTAS]
            writer = parquet.ParquetWriter(
                sink,
                table.schema,
                compression="zstd",
                use_dictionary=repeating,
                column_encoding=DELTAS,
            )
        writer.write_table(table, row_group_size=max(1, len(table)))
    if writer is not None:
        writer.close()
    return bytes(sink.getvalue())
