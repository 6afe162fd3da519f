from __future__ import annotations

import platform
import sys

import numpy as np
import pytest

from quire.read.scan import subnormal_numbers
from quire.read.scan.ocr_onnx import engine
from quire.read.scan.subnormal_numbers import subnormals_as_zero
from tests.read.scanning import blank

x86 = pytest.mark.skipif(
    sys.platform != "linux" or platform.machine() != "x86_64", reason="the control word of x86-64, by the C library"
)


def _half_of_the_least() -> float:
    """Half of the least normal number of 64 bits, by the processor."""
    return float((np.array([sys.float_info.min]) * np.array([0.5]))[0])


@x86
def test_subnormal_numbers_are_zero_inside_alone() -> None:
    with subnormals_as_zero():
        assert _half_of_the_least() == 0.0
    assert _half_of_the_least() > 0.0


@x86
def test_loading_and_running_the_models_leaves_the_arithmetic_of_the_caller() -> None:
    engine(1).read(blank(64, 64))
    assert _half_of_the_least() > 0.0


def test_another_machine_runs_as_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    subnormal_numbers._calls.cache_clear()
    monkeypatch.setattr("platform.machine", lambda: "aarch64")
    with subnormals_as_zero():
        assert _half_of_the_least() > 0.0
    subnormal_numbers._calls.cache_clear()
