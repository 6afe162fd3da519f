"""Builds the optional accelerator; without a compiler Quire falls back to pure Python."""

from setuptools import Extension, setup

setup(
    ext_modules=[
        Extension(
            "quire.read._pdfium",
            sources=["src/quire/read/_pdfium.c"],
            optional=True,
            extra_compile_args=["-O2", "-ffp-contract=off"],
        )
    ]
)
