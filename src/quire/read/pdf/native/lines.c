/* The lines of a page; see lines.py */
#include "rows.h"
#include "values.h"

typedef struct { double v, size, count; } Base;

/* Baseline and size that most glyphs of a part share. */
static int base_of(const Rows *r, const int *part, int count, double *v, double *size)
{
    VECTOR(Base) bases = {NULL, 0, 0};
    for (int k = 0; k < count; k++) {
        const Glyph *g = &r->glyphs[part[k]];
        double own = ink_of(r, g)->size;
        int i = 0;
        if (g->code == 32)
            continue;
        while (i < bases.count && !(bases.at[i].v == g->v && bases.at[i].size == own))
            i++;
        if (i < bases.count) {
            bases.at[i].count += 1.0;
        } else {
            Base fresh = {g->v, own, 1.0};
            if (PUSH(bases, fresh) < 0) {
                free(bases.at);
                return -1;
            }
        }
    }
    Base best = {0.0, 1.0, 0.0};
    for (int i = 0; i < bases.count; i++) {
        Base e = bases.at[i];
        int better;
        if (i == 0)
            better = 1;
        else if (e.size > best.size * 1.16)
            better = 3.0 * e.count >= best.count;
        else if (best.size > e.size * 1.16)
            better = e.count > 3.0 * best.count;
        else
            better = e.count > best.count;
        if (better)
            best = e;
    }
    free(bases.at);
    *v = best.v;
    *size = best.size;
    return 0;
}

static double item(PyObject *tuple, Py_ssize_t i) { return PyFloat_AsDouble(PyTuple_GET_ITEM(tuple, i)); }

static int angle_of(int frame)
{
    if (frame < 4)
        return 90 * frame;
    if (frame == VERTICAL)
        return 0;
    int degrees = frame - 4;
    if (degrees <= 10 || degrees >= 350)
        return 0;
    if (degrees <= 135)
        return 90;
    return degrees < 225 ? 180 : 270;
}

/* Steals `words`. */
static PyObject *line_of(PyObject *words, int frame, double baseline)
{
    PyObject *first = PyTuple_GET_ITEM(words, 0);
    double values[5] = {item(first, 1), item(first, 2), item(first, 3), item(first, 4), 0.0}, c, s;
    for (Py_ssize_t i = 1; i < PyTuple_GET_SIZE(words); i++) {
        PyObject *w = PyTuple_GET_ITEM(words, i);
        values[0] = least(values[0], item(w, 1));
        values[1] = least(values[1], item(w, 2));
        values[2] = most(values[2], item(w, 3));
        values[3] = most(values[3], item(w, 4));
    }
    axes(frame, &c, &s);
    if (fabs(s) > fabs(c))
        values[4] = frame < 4 || frame == VERTICAL ? -baseline * s : item(first, 5);
    else
        values[4] = frame < 4 ? baseline * c : item(first, 5);
    values[4] = rounded(values[4]);
    PyObject *line = tuple_of(LineType, 9);
    if (!line) {
        Py_DECREF(words);
        return NULL;
    }
    PyTuple_SET_ITEM(line, 0, words);
    PyTuple_SET_ITEM(line, 7, PyBool_FromLong(frame == VERTICAL));
    PyTuple_SET_ITEM(line, 8, PyBool_FromLong(0)); /* mirrored */
    if (set_floats(line, 1, values, 5) < 0 || set_int(line, 6, angle_of(frame)) < 0 || PyErr_Occurred()) {
        Py_DECREF(line);
        return NULL;
    }
    return line;
}

static int add_line(Rows *r, const int *part, int count, int frame)
{
    double baseline, size;
    int wants = 0, key = part[0];
    if (base_of(r, part, count, &baseline, &size) < 0)
        return -1;
    PyObject *list = words_of(r, part, count, baseline, size, &wants);
    PyObject *words = list ? PyList_AsTuple(list) : NULL;
    Py_XDECREF(list);
    if (words && wants) {
        PyObject *mended = PyObject_CallFunction(r->page->mend, "Ni", words, wants);
        words = mended;
        if (mended && !PyTuple_Check(mended)) {
            PyErr_SetString(PyExc_TypeError, "mend must return a tuple");
            Py_DECREF(mended);
            return -1;
        }
    }
    if (!words)
        return -1;
    if (!PyTuple_GET_SIZE(words)) {
        Py_DECREF(words);
        return 0;
    }
    for (int k = 1; k < count; k++)
        key = part[k] < key ? part[k] : key;
    Found found = {key, line_of(words, frame, baseline)};
    if (!found.line || PUSH(r->found, found) < 0) {
        Py_XDECREF(found.line);
        return -1;
    }
    return 0;
}

static int add_row(Rows *r, Chain *row, int count)
{
    int strips = bars_at(r, row, count) < 0 ? -1 : strips_of(r, row, count);
    for (int strip = 0; strip < strips; strip++) {
        if (order_of(r, row, count, strip) < 0 || word_gaps(r) < 0 || cuts_of(r) < 0)
            return -1;
        int start = 0;
        for (int i = 0; i <= r->gaps.count; i++) {
            int end = i < r->gaps.count ? r->gaps.at[i].at : r->order.count;
            if (i < r->gaps.count && !r->gaps.at[i].spaced)
                continue;
            if (add_line(r, r->order.at + start, end - start, row[0].frame) < 0)
                return -1;
            start = end;
        }
    }
    return strips < 0 ? -1 : 0;
}

static int by_key(const void *x, const void *y)
{
    const Found *a = x, *b = y;
    return a->key < b->key ? -1 : a->key > b->key;
}

PyObject *lines_of(Page *p, const Glyph *glyphs, int count, double level)
{
    Rows r;
    PyObject *lines = NULL;
    memset(&r, 0, sizeof r);
    r.page = p;
    r.glyphs = glyphs;
    r.count = count;
    r.level = level;
    int failed = chains_of(&r) < 0 || rows_of(&r) < 0;
    for (int i = 0, end; !failed && i < r.chains.count; i = end) {
        for (end = i + 1; end < r.chains.count && r.chains.at[end].row == r.chains.at[i].row; end++)
            ;
        failed = add_row(&r, r.chains.at + i, end - i) < 0;
    }
    if (!failed && r.found.count)
        qsort(r.found.at, (size_t)r.found.count, sizeof(Found), by_key);
    if (!failed)
        lines = PyList_New(r.found.count);
    for (int i = 0; i < r.found.count; i++) {
        if (lines)
            PyList_SET_ITEM(lines, i, r.found.at[i].line);
        else
            Py_DECREF(r.found.at[i].line);
    }
    free(r.chains.at), free(r.heads.at), free(r.bars.at), free(r.strip_of.at), free(r.last_of.at), free(r.ends.at);
    free(r.order.at), free(r.gaps.at), free(r.widths.at), free(r.codes.at), free(r.found.at);
    return lines;
}
