"""Tests, one file for each module of the package: tests/layout/order/test_columns.py tests quire/layout/columns.py."""
