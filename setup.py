"""Builds the optional accelerator; without a compiler Quire falls back to pure Python."""

from pathlib import Path

from setuptools import Extension, setup

NATIVE = Path("src/quire/read/native")

setup(
    ext_modules=[
        Extension(
            "quire.read._pdfium",
            sources=sorted(map(str, NATIVE.glob("*.c"))),
            depends=sorted(map(str, NATIVE.glob("*.h"))),
            optional=True,
            extra_compile_args=["-O2", "-ffp-contract=off"],
        )
    ]
)
