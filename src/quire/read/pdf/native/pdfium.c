/* The extension module: what it gives to Python and how it finds PDFium; see page_reader.py and raw_page.py */
#include <dlfcn.h>

#include "python_values.h"

#define DEFINE(name, result, arguments) result(*name) arguments;
PDFIUM_FUNCTIONS(DEFINE)
Spacing S;
PyTypeObject *WordType, *LineType, *RuleType, *FillType, *ShapeType, *PlacedImageType;
int bound = 0;
int bullets[64], bullet_count, division_suffixes[32], division_suffix_count;

#define NAME_OF(name) #name,
static const char *const spacing_names[] = {SPACING_FIELDS(NAME_OF)};
#define SPACING_COUNT ((Py_ssize_t)(sizeof spacing_names / sizeof *spacing_names))

/* Results */

static PyObject *rules_list(const Page *p)
{
    PyObject *list = PyList_New(0);
    for (int i = 0; list && i < p->rules.count; i++) {
        const RuleItem *r = &p->rules.at[i];
        double values[5] = {r->x0, r->y0, r->x1, r->y1, r->width};
        PyObject *t = tuple_of(RuleType, 6);
        if (t && (set_floats(t, 0, values, 5) < 0 || set_int(t, 5, r->color) < 0))
            Py_CLEAR(t);
        if (append(list, t) < 0)
            Py_CLEAR(list);
    }
    return list;
}

static PyObject *fills_list(const Page *p)
{
    PyObject *list = PyList_New(0);
    for (int i = 0; list && i < p->fills.count; i++) {
        const FillItem *f = &p->fills.at[i];
        double values[4] = {f->x0, f->y0, f->x1, f->y1};
        PyObject *t = tuple_of(FillType, 5);
        if (t && (set_floats(t, 0, values, 4) < 0 || set_int(t, 4, f->color) < 0))
            Py_CLEAR(t);
        if (append(list, t) < 0)
            Py_CLEAR(list);
    }
    return list;
}

static PyObject *shapes_list(const Page *p)
{
    PyObject *list = PyList_New(0);
    for (int i = 0; list && i < p->shapes.count; i++) {
        const ShapeItem *s = &p->shapes.at[i];
        double values[4] = {s->x0, s->y0, s->x1, s->y1};
        PyObject *t = tuple_of(ShapeType, 6);
        if (t && (set_floats(t, 0, values, 4) < 0 || set_int(t, 4, s->parts) < 0))
            Py_CLEAR(t);
        if (t)
            PyTuple_SET_ITEM(t, 5, PyBool_FromLong(s->filled));
        if (append(list, t) < 0)
            Py_CLEAR(list);
    }
    return list;
}

static void free_page(Page *p)
{
    for (int i = 0; i < p->styles.count; i++)
        for (int k = 0; k < 3; k++)
            Py_XDECREF(p->styles.at[i].made[k]);
    Py_XDECREF(p->images);
    free(p->fonts.at), free(p->styles.at), free(p->runs.at), free(p->visible.at), free(p->invisible.at);
    free(p->rules.at), free(p->fills.at), free(p->shapes.at), free(p->points.at), free(p->seen.at), free(p->cells);
    Py_XDECREF(p->shown_ink);
    free(p->suspects.at), free(p->covers.at);
    free(p->texts.at), free(p->owners.at), free(p->marked_texts.at), free(p->stray_marks.at);
}

static int read_contents(Page *p)
{
    int count = FPDFPage_CountObjects(p->page), failed = 0;
    for (int i = 0; i < count && !failed; i++) {
        p->depth = 1;
        p->path[0] = i;
        failed = read_object(p, FPDFPage_GetObject(p->page, i), p->view);
    }
    failed = failed ? failed : look_at_suspects(p);
    Handle text = failed ? NULL : FPDFText_LoadPage(p->page);
    if (text) {
        failed = read_text(p, text);
        FPDFText_ClosePage(text);
    }
    return failed ? failed : restore_repeated(p);
}

static PyObject *read_page(PyObject *self, PyObject *args)
{
    (void)self;
    unsigned long long address;
    Page p;
    memset(&p, 0, sizeof p);
    p.last_object = p.last_index = -1;
    if (!PyArg_ParseTuple(args, "K(dddddd)ddOOO", &address, &p.view.a, &p.view.b, &p.view.c, &p.view.d, &p.view.e,
                          &p.view.f, &p.width, &p.height, &p.make_style, &p.repair_words, &p.show_ink))
        return NULL;
    if (!bound || !address) {
        PyErr_SetString(PyExc_ValueError, "bind() first, and give a page");
        return NULL;
    }
    p.page = (Handle)(uintptr_t)address;
    p.images = PyList_New(0);
    PyObject *parts[5] = {NULL, NULL, NULL, NULL, NULL}, *result = NULL;
    if (p.images && read_contents(&p) == 0) {
        parts[0] = lines_of(&p, p.visible.at, p.visible.count, S.row_baseline_step);
        parts[1] = parts[0] ? lines_of(&p, p.invisible.at, p.invisible.count, S.row_baseline_step_hidden) : NULL;
        parts[2] = parts[1] ? rules_list(&p) : NULL;
        parts[3] = parts[2] ? fills_list(&p) : NULL;
        parts[4] = parts[3] ? shapes_list(&p) : NULL;
        if (parts[4])
            result = Py_BuildValue("OO(OOO)Olll(llll)", parts[0], parts[1], parts[2], parts[3], parts[4], p.images,
                                   p.glyph_count, p.unmapped, p.guessed, p.quarter_turns[0], p.quarter_turns[1],
                                   p.quarter_turns[2], p.quarter_turns[3]);
    }
    for (int i = 0; i < 5; i++)
        Py_XDECREF(parts[i]);
    free_page(&p);
    return result;
}

static int set_type(PyTypeObject **slot, PyObject *value, Py_ssize_t fields)
{
    PyObject *names = PyType_Check(value) ? PyObject_GetAttrString(value, "_fields") : NULL;
    Py_ssize_t count = names ? PyObject_Length(names) : -1;
    Py_XDECREF(names);
    if (count != fields || !PyType_IsSubtype((PyTypeObject *)value, &PyTuple_Type)) {
        PyErr_Clear();
        PyErr_SetString(PyExc_TypeError, "a named tuple class does not have the fields that the accelerator fills");
        return -1;
    }
    Py_INCREF(value);
    *slot = (PyTypeObject *)value;
    return 0;
}

static int set_codes(PyObject *text, int *codes, int room, int *count)
{
    Py_ssize_t size = PyUnicode_GetLength(text);
    if (size < 0 || size > room) {
        PyErr_SetString(PyExc_ValueError, "too many characters in a set");
        return -1;
    }
    for (Py_ssize_t i = 0; i < size; i++)
        codes[i] = (int)PyUnicode_READ_CHAR(text, i);
    *count = (int)size;
    return 0;
}

static PyObject *bind(PyObject *self, PyObject *args)
{
    (void)self;
    const char *path;
    PyObject *spacing, *types[6], *bullet_text, *division_text;
    if (!PyArg_ParseTuple(args, "sO!(OOOOOO)UU", &path, &PyTuple_Type, &spacing, &types[0], &types[1], &types[2],
                          &types[3], &types[4], &types[5], &bullet_text, &division_text))
        return NULL;
    if (PyTuple_GET_SIZE(spacing) != SPACING_COUNT) {
        PyErr_SetString(PyExc_ValueError, "the spacing has other fields than the accelerator knows");
        return NULL;
    }
    double *slot = (double *)&S;
    for (Py_ssize_t i = 0; i < SPACING_COUNT; i++)
        slot[i] = PyFloat_AsDouble(PyTuple_GET_ITEM(spacing, i));
    if (PyErr_Occurred() || set_codes(bullet_text, bullets, 64, &bullet_count) < 0 ||
        set_codes(division_text, division_suffixes, 32, &division_suffix_count) < 0)
        return NULL;
    if (set_type(&WordType, types[0], 10) < 0 || set_type(&LineType, types[1], 9) < 0 ||
        set_type(&RuleType, types[2], 6) < 0 || set_type(&FillType, types[3], 5) < 0 ||
        set_type(&ShapeType, types[4], 6) < 0 || set_type(&PlacedImageType, types[5], 8) < 0)
        return NULL;
    void *library = dlopen(path, RTLD_NOW | RTLD_NOLOAD);
    if (!library)
        return PyErr_Format(PyExc_ImportError, "PDFium is not loaded from %s", path);
#define RESOLVE(name, result, arguments) \
    *(void **)&name = dlsym(library, #name); \
    if (!name) \
        return PyErr_Format(PyExc_ImportError, "this PDFium has no " #name);
    PDFIUM_FUNCTIONS(RESOLVE)
    bound = 1;
    PyObject *names = PyTuple_New(SPACING_COUNT);
    for (Py_ssize_t i = 0; names && i < SPACING_COUNT; i++) {
        PyObject *name = PyUnicode_FromString(spacing_names[i]);
        if (!name)
            Py_CLEAR(names);
        else
            PyTuple_SET_ITEM(names, i, name);
    }
    return names;
}

static PyMethodDef methods[] = {
    {"bind", bind, METH_VARARGS,
     "bind(path, spacing, types, bullets, division_suffixes): take PDFium's functions from a loaded library; gives the "
     "names "
     "of the spacing fields in the order in which they were read."},
    {"read_page", read_page, METH_VARARGS,
     "read_page(page, view, width, height, make_style, repair_words, show_ink): everything on a page, see raw_page.RawPage."},
    {"read_elements", read_elements, METH_VARARGS,
     "read_elements(page): the page's structure elements as (parent, role, alt, marked-content ids), parents first."},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef module = {
    PyModuleDef_HEAD_INIT,
    "quire.read.pdf._pdfium",
    "The compiled reader of PDF pages.",
    -1,
    methods,
    NULL,
    NULL,
    NULL,
    NULL,
};

#pragma GCC visibility pop

PyMODINIT_FUNC PyInit__pdfium(void) { return PyModule_Create(&module); }
