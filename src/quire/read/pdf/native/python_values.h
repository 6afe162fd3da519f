/* Python values from C */
#ifndef QUIRE_PYTHON_VALUES_H
#define QUIRE_PYTHON_VALUES_H

#include "reader.h"

static inline PyObject *tuple_of(PyTypeObject *type, Py_ssize_t count) { return type->tp_alloc(type, count); }

/* Set floats from item `first` on; -1 on error. */
static inline int set_floats(PyObject *tuple, Py_ssize_t first, const double *values, int count)
{
    for (int i = 0; i < count; i++) {
        PyObject *value = PyFloat_FromDouble(values[i]);
        if (!value)
            return -1;
        PyTuple_SET_ITEM(tuple, first + i, value);
    }
    return 0;
}

static inline int set_int(PyObject *tuple, Py_ssize_t at, long value)
{
    PyObject *number = PyLong_FromLong(value);
    if (!number)
        return -1;
    PyTuple_SET_ITEM(tuple, at, number);
    return 0;
}

static inline int append(PyObject *list, PyObject *value)
{
    int failed = value ? PyList_Append(list, value) : -1;
    Py_XDECREF(value);
    return failed;
}

#endif
