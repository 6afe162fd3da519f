/* The sums of boosted regression trees for a row of features: what `boosted_trees.python_sums` does. */

#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <stdint.h>

#define MOST_FEATURES 256

typedef struct {
    const int16_t *features; /* of each node; -1 for a leaf */
    const double *values;    /* its threshold; the value of a leaf */
    const int32_t *right;    /* the place of its right child; the left one follows it */
    Py_ssize_t count;
} Nodes;

/* The value of the leaf that a row reaches; *failed is set where a node is out of bounds. */
static double leaf_of(const Nodes *nodes, Py_ssize_t at, const double *row, Py_ssize_t size, int *failed) {
    while (at >= 0 && at < nodes->count) {
        const int feature = nodes->features[at];
        if (feature < 0) return nodes->values[at];
        if (feature >= size) break;
        const Py_ssize_t next = row[feature] <= nodes->values[at] ? at + 1 : nodes->right[at];
        if (next <= at) break; /* children follow their parent, so every way ends */
        at = next;
    }
    *failed = 1;
    return 0.0;
}

/* sums(starts, roots, features, values, right, row) -> list[float] */
static PyObject *sums(PyObject *module, PyObject *const *args, Py_ssize_t nargs) {
    (void)module;
    if (nargs != 6 || !PyList_Check(args[0]) || !PyList_Check(args[1]) || !PyList_Check(args[5]) ||
        PyList_GET_SIZE(args[0]) != PyList_GET_SIZE(args[1]) || PyList_GET_SIZE(args[5]) > MOST_FEATURES) {
        PyErr_SetString(PyExc_TypeError, "sums(starts, roots, features, values, right, row)");
        return NULL;
    }
    double row[MOST_FEATURES];
    const Py_ssize_t size = PyList_GET_SIZE(args[5]);
    for (Py_ssize_t i = 0; i < size; i++) {
        row[i] = PyFloat_AsDouble(PyList_GET_ITEM(args[5], i));
        if (row[i] == -1.0 && PyErr_Occurred()) return NULL;
    }
    Py_buffer features, values, right;
    if (PyObject_GetBuffer(args[2], &features, PyBUF_SIMPLE) < 0) return NULL;
    if (PyObject_GetBuffer(args[3], &values, PyBUF_SIMPLE) < 0) goto no_values;
    if (PyObject_GetBuffer(args[4], &right, PyBUF_SIMPLE) < 0) goto no_right;

    const Nodes nodes = {features.buf, values.buf, right.buf, features.len / (Py_ssize_t)sizeof(int16_t)};
    const Py_ssize_t outcomes = PyList_GET_SIZE(args[0]);
    int failed = values.len != nodes.count * (Py_ssize_t)sizeof(double) ||
                 right.len != nodes.count * (Py_ssize_t)sizeof(int32_t);
    PyObject *found = failed ? NULL : PyList_New(outcomes);
    for (Py_ssize_t i = 0; found != NULL && i < outcomes; i++) {
        double total = PyFloat_AsDouble(PyList_GET_ITEM(args[0], i));
        PyObject *roots = PyList_GET_ITEM(args[1], i);
        failed |= !PyList_Check(roots);
        for (Py_ssize_t k = 0; !failed && k < PyList_GET_SIZE(roots); k++)
            total += leaf_of(&nodes, PyLong_AsSsize_t(PyList_GET_ITEM(roots, k)), row, size, &failed);
        PyObject *sum = failed ? NULL : PyFloat_FromDouble(total);
        if (sum == NULL)
            Py_CLEAR(found);
        else
            PyList_SET_ITEM(found, i, sum);
    }
    if (found == NULL && !PyErr_Occurred()) PyErr_SetString(PyExc_ValueError, "The trees are no trees for this row.");
    PyBuffer_Release(&right);
    PyBuffer_Release(&values);
    PyBuffer_Release(&features);
    return found;

no_right:
    PyBuffer_Release(&values);
no_values:
    PyBuffer_Release(&features);
    return NULL;
}

static PyMethodDef methods[] = {
    {"sums", (PyCFunction)(void (*)(void))sums, METH_FASTCALL, "The sum of each outcome for a row of features."},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, "_boosted_trees", NULL, 0, methods, NULL, NULL, NULL, NULL,
};

PyMODINIT_FUNC PyInit__boosted_trees(void) { return PyModuleDef_Init(&definition); }
