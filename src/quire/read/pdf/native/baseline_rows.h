/* What the steps from glyphs to lines share; see baseline_rows.py, line_breaks.py, glyph_words.py, glyph_lines.py */
#ifndef QUIRE_BASELINE_ROWS_H
#define QUIRE_BASELINE_ROWS_H

#include "reader.h"

typedef VECTOR(int) Order;

typedef struct {
    Page *page;
    const Glyph *glyphs;
    int count;
    double level;
    VECTOR(Chain) chains;
    VECTOR(int) heads; /* first chain of each row as sorted */
    VECTOR(CrossRule) cross_rules;  /* of the row at object */
    VECTOR(int) strip_of; /* strip of each chain of the row */
    VECTOR(int) last_of;  /* last chain of each strip */
    VECTOR(double) ends;
    Order order;
    VECTOR(Gap) gaps;
    VECTOR(double) widths;
    VECTOR(Py_UCS4) codes;
    VECTOR(Found) found;
} Rows;

static const GlyphRun *run_of(const Rows *r, const Glyph *g) { return &r->page->runs.at[g->run]; }

/* The value at `place` if the values were sorted; reorders them (Hoare's algorithm "Find"). */
static inline double ranked(double *values, int count, int place)
{
    for (int low = 0, high = count - 1; low < high;) {
        double pivot = values[place];
        int i = low, k = high;
        do {
            while (values[i] < pivot)
                i++;
            while (pivot < values[k])
                k--;
            if (i <= k) {
                double kept = values[i];
                values[i++] = values[k];
                values[k--] = kept;
            }
        } while (i <= k);
        if (k < place)
            low = i;
        if (place < i)
            high = k;
    }
    return values[place];
}

/* baseline_rows.c */
int chains_of(Rows *r);
int rows_of(Rows *r);
int strips_of(Rows *r, Chain *row, int count);
int visual_order(Rows *r, const Chain *row, int count, int strip);

/* line_breaks.c */
int cross_rules_at(Rows *r, const Chain *row, int count);
int word_gaps(Rows *r);
int mark_line_breaks(Rows *r);

/* glyph_words.c */
PyObject *words_of(Rows *r, const int *part, int count, double baseline, double size, int *repairs);

#endif
