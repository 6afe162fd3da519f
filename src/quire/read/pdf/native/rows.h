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

static inline int by_value(const void *x, const void *y)
{
    double a = *(const double *)x, b = *(const double *)y;
    return a < b ? -1 : a > b;
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
