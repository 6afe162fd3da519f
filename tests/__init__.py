"""Tests, one file for each module of the package: tests/layout/order/test_reading_order.py tests quire/layout/columns.py."""
