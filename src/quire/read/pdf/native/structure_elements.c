/* Structure elements; see structure_tree.py */
#include "python_values.h"

enum { MAX_ELEMENTS = 20000, MAX_ELEMENT_DEPTH = 64 };

typedef struct { PyObject *list; int left; } Walk;

/* The UTF-16 string that a function of PDFium gives, stripped. */
static PyObject *utf16_string(unsigned long (*get)(Handle, void *, unsigned long), Handle element)
{
    char near[256], *buffer = near;
    unsigned long size = get(element, NULL, 0);
    if (size <= 2)
        return PyUnicode_FromString("");
    if (size > sizeof near && !(buffer = malloc(size)))
        return PyErr_NoMemory();
    get(element, buffer, size);
    int order = -1;
    PyObject *text = PyUnicode_DecodeUTF16(buffer, (Py_ssize_t)size - 2, "replace", &order);
    if (buffer != near)
        free(buffer);
    return text;
}

static int walk_element(Walk *w, Handle element, long parent, int depth)
{
    if (w->left <= 0 || depth >= MAX_ELEMENT_DEPTH)
        return 0;
    w->left--;
    PyObject *ids = PyList_New(0), *role = utf16_string(FPDF_StructElement_GetType, element);
    int figure = role && (PyUnicode_CompareWithASCIIString(role, "Figure") == 0 ||
                          PyUnicode_CompareWithASCIIString(role, "Formula") == 0);
    PyObject *alt = figure ? utf16_string(FPDF_StructElement_GetAltText, element) : PyUnicode_FromString("");
    long own = (long)PyList_GET_SIZE(w->list);
    PyObject *entry = ids && role && alt ? Py_BuildValue("(lOOO)", parent, role, alt, ids) : NULL;
    int failed = append(w->list, entry);
    int count = failed ? 0 : FPDF_StructElement_CountChildren(element);
    for (int i = 0; i < count && !failed; i++) {
        int id = FPDF_StructElement_GetChildMarkedContentID(element, i);
        Handle child = id >= 0 ? NULL : FPDF_StructElement_GetChildAtIndex(element, i);
        if (id >= 0)
            failed = append(ids, PyLong_FromLong(id));
        else if (child)
            failed = walk_element(w, child, own, depth + 1);
    }
    Py_XDECREF(ids);
    Py_XDECREF(role);
    Py_XDECREF(alt);
    return failed;
}

PyObject *read_elements(PyObject *self, PyObject *args)
{
    (void)self;
    unsigned long long address;
    if (!PyArg_ParseTuple(args, "K", &address))
        return NULL;
    if (!bound || !address) {
        PyErr_SetString(PyExc_ValueError, "bind() first, and give a page");
        return NULL;
    }
    Walk w = {PyList_New(0), MAX_ELEMENTS};
    Handle tree = w.list ? FPDF_StructTree_GetForPage((Handle)(uintptr_t)address) : NULL;
    if (!tree)
        return w.list;
    int count = FPDF_StructTree_CountChildren(tree), failed = 0;
    for (int i = 0; i < count && !failed; i++) {
        Handle child = FPDF_StructTree_GetChildAtIndex(tree, i);
        if (child)
            failed = walk_element(&w, child, -1, 0);
    }
    FPDF_StructTree_Close(tree);
    if (failed)
        Py_CLEAR(w.list);
    return w.list;
}
