/* What the steps of grouping share; see rows.py, cuts.py, words.py, lines.py */
#ifndef QUIRE_ROWS_H
#define QUIRE_ROWS_H

#include "reader.h"

typedef VECTOR(int) Order;

typedef struct {
    Page *page;
    const Glyph *glyphs;
    int count;
    double level;
    VECTOR(Chain) chains;
    VECTOR(int) heads; /* first chain of each row as sorted */
    VECTOR(Bar) bars;  /* of the row at hand */
    VECTOR(int) strip_of; /* strip of each chain of the row */
    VECTOR(int) last_of;  /* last chain of each strip */
    VECTOR(double) ends;
    Order order;
    VECTOR(Gap) gaps;
    VECTOR(double) widths;
    VECTOR(Py_UCS4) codes;
    VECTOR(Found) found;
} Rows;

static const Ink *ink_of(const Rows *r, const Glyph *g) { return &r->page->inks.at[g->ink]; }

/* What would stand at `place` if the values were sorted; they are moved. (Hoare's algorithm "Find".) */
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

/* rows.c */
int chains_of(Rows *r);
int rows_of(Rows *r);
int strips_of(Rows *r, Chain *row, int count);
int order_of(Rows *r, const Chain *row, int count, int strip);

/* cuts.c */
int bars_at(Rows *r, const Chain *row, int count);
int word_gaps(Rows *r);
int cuts_of(Rows *r);

/* words.c */
PyObject *words_of(Rows *r, const int *part, int count, double baseline, double size, int *wants);

#endif
