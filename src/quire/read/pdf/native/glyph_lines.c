/* The lines of a page; see glyph_lines.py */
#include "baseline_rows.h"
#include "python_values.h"

/* As in glyph_lines.py. */
#define LARGER_TYPE 1.16
#define MANY_TIMES 3.0
enum { NEARLY_UPRIGHT = 10, OBLIQUE_DOWN = 135, OBLIQUE_OVER = 225 };

typedef struct { double v, size, count; } Base;

/* The baseline and size of most glyphs of a part. */
static int base_of(const Rows *r, const int *part, int count, double *v, double *size)
{
    VECTOR(Base) bases = {NULL, 0, 0};
    for (int k = 0; k < count; k++) {
        const Glyph *g = &r->glyphs[part[k]];
        double own = run_of(r, g)->size;
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
        else if (e.size > best.size * LARGER_TYPE)
            better = MANY_TIMES * e.count >= best.count;
        else if (best.size > e.size * LARGER_TYPE)
            better = e.count > MANY_TIMES * best.count;
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
    if (degrees <= NEARLY_UPRIGHT || degrees >= 360 - NEARLY_UPRIGHT)
        return 0;
    if (degrees <= OBLIQUE_DOWN)
        return 90;
    return degrees < OBLIQUE_OVER ? 180 : 270;
}

/* Steals `words`. */
static PyObject *line_of(PyObject *words, int frame, double baseline)
{
    PyObject *first = PyTuple_GET_ITEM(words, 0);
    double values[5] = {item(first, 1), item(first, 2), item(first, 3), item(first, 4), 0.0}, c, s;
    for (Py_ssize_t i = 1; i < PyTuple_GET_SIZE(words); i++) {
        PyObject *w = PyTuple_GET_ITEM(words, i);
        values[0] = minimum(values[0], item(w, 1));
        values[1] = minimum(values[1], item(w, 2));
        values[2] = maximum(values[2], item(w, 3));
        values[3] = maximum(values[3], item(w, 4));
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
    int repairs = 0, key = part[0];
    if (base_of(r, part, count, &baseline, &size) < 0)
        return -1;
    PyObject *list = words_of(r, part, count, baseline, size, &repairs);
    PyObject *words = list ? PyList_AsTuple(list) : NULL;
    Py_XDECREF(list);
    if (words && repairs) {
        PyObject *repaired = PyObject_CallFunction(r->page->repair_words, "Ni", words, repairs);
        words = repaired;
        if (repaired && !PyTuple_Check(repaired)) {
            PyErr_SetString(PyExc_TypeError, "repair_words must return a tuple");
            Py_DECREF(repaired);
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
    int strips = cross_rules_at(r, row, count) < 0 ? -1 : strips_of(r, row, count);
    for (int strip = 0; strip < strips; strip++) {
        if (visual_order(r, row, count, strip) < 0 || word_gaps(r) < 0 || mark_line_breaks(r) < 0)
            return -1;
        int start = 0;
        for (int i = 0; i <= r->gaps.count; i++) {
            int end = i < r->gaps.count ? r->gaps.at[i].position : r->order.count;
            if (i < r->gaps.count && !r->gaps.at[i].has_space)
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
    free(r.chains.at), free(r.heads.at), free(r.cross_rules.at), free(r.strip_of.at), free(r.last_of.at),
        free(r.ends.at);
    free(r.order.at), free(r.gaps.at), free(r.widths.at), free(r.codes.at), free(r.found.at);
    return lines;
}
