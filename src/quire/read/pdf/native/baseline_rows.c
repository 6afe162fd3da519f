/* Glyphs to chains, rows and strips; the same steps as baseline_rows.py */
#include "character_classes.h"
#include "baseline_rows.h"

/* As in baseline_rows.py. */
#define HOLE_SIZE_RATIO 0.7
#define HOLE_OVERLAP 0.12
#define MAX_SCRIPT_DISTANCE 60.0
#define MAX_SCRIPT_SIZES 4.0
enum { MAX_OPEN_STRIPS = 256 };

static int follows(const Rows *r, const Glyph *last, const Glyph *g, const Glyph *first)
{
    const GlyphRun *a = run_of(r, first), *b = run_of(r, g);
    if (b->frame != a->frame)
        return 0;
    double size = maximum(a->size, b->size);
    if (fabs(g->v - first->v) > S.chain_baseline_step * size)
        return 0;
    double gap = g->u0 - last->u1, back = last->u0 - g->u1;
    if (-S.chain_back * size <= gap && gap <= S.chain_gap * size)
        return 1;
    return -S.chain_back * size <= back && back <= S.chain_gap * size &&
           (is_rtl(last->code) || is_rtl(g->code) || (last->code < 'A' && g->code < 'A'));
}

static int add_chain(Rows *r, int first, int end)
{
    Chain c = {0, first, end, 0, 0, 0, 0.0, 0.0, 0.0, 0.0};
    int any = 0;
    for (int i = first; i < end; i++) {
        const Glyph *g = &r->glyphs[i];
        const GlyphRun *run = run_of(r, g);
        if (g->code == 32)
            continue;
        if (!any) {
            c.frame = run->frame;
            c.v = g->v;
            c.u0 = g->u0;
            c.u1 = g->u1;
            c.size = run->size;
            any = 1;
        }
        c.u0 = minimum(c.u0, g->u0);
        c.u1 = maximum(c.u1, g->u1);
        c.size = maximum(c.size, run->size);
    }
    return any ? PUSH(r->chains, c) : 0;
}

int chains_of(Rows *r)
{
    int first = 0;
    for (int i = 1; i <= r->count; i++)
        if (i == r->count || !follows(r, &r->glyphs[i - 1], &r->glyphs[i], &r->glyphs[first])) {
            if (add_chain(r, first, i) < 0)
                return -1;
            first = i;
        }
    return 0;
}

static int by_place(const void *x, const void *y)
{
    const Chain *a = x, *b = y;
    if (a->frame != b->frame)
        return a->frame < b->frame ? -1 : 1;
    if (a->v != b->v)
        return a->v < b->v ? -1 : 1;
    return a->first < b->first ? -1 : 1;
}

static int by_row(const void *x, const void *y)
{
    const Chain *a = x, *b = y;
    if (a->row != b->row)
        return a->row < b->row ? -1 : 1;
    if (a->u0 != b->u0)
        return a->u0 < b->u0 ? -1 : 1;
    return a->first < b->first ? -1 : 1;
}

static double script_gap(const Chain *big, const Chain *small)
{
    if (small->size > S.script_size * big->size)
        return INFINITY;
    double shift = (big->v - small->v) / big->size;
    if (!(-S.script_down <= shift && shift <= S.script_up))
        return INFINITY;
    double gap = maximum(small->u0 - big->u1, big->u0 - small->u1);
    if (gap > S.script_gap * big->size || gap < -S.script_gap * big->size)
        return INFINITY;
    return fabs(gap);
}

static int host_of(const Rows *r, int own, const Chain *c)
{
    int best = -1;
    double near = INFINITY;
    for (int step = -1; step <= 1; step += 2)
        for (int i = own + step; i >= 0 && i < r->heads.count; i += step) {
            const Chain *head = &r->chains.at[r->heads.at[i]];
            if (head->frame != c->frame ||
                !(fabs(head->v - c->v) <= minimum(MAX_SCRIPT_DISTANCE, MAX_SCRIPT_SIZES * c->size)))
                break;
            int end = i + 1 < r->heads.count ? r->heads.at[i + 1] : r->chains.count;
            for (int k = r->heads.at[i]; k < end; k++) {
                double gap = script_gap(&r->chains.at[k], c);
                if (gap < near) {
                    best = k;
                    near = gap;
                }
            }
        }
    return best;
}

int rows_of(Rows *r)
{
    if (r->chains.count)
        qsort(r->chains.at, (size_t)r->chains.count, sizeof(Chain), by_place);
    for (int i = 0; i < r->chains.count; i++) {
        Chain *c = &r->chains.at[i];
        const Chain *head = r->heads.count ? &r->chains.at[r->heads.at[r->heads.count - 1]] : NULL;
        if (!head || head->frame != c->frame || !(c->v - head->v <= r->level * minimum(head->size, c->size)))
            if (PUSH(r->heads, i) < 0)
                return -1;
        c->row = r->heads.count - 1;
    }
    int *hosts = malloc(((size_t)r->chains.count + 1) * sizeof *hosts);
    if (!hosts) {
        PyErr_NoMemory();
        return -1;
    }
    for (int i = 0; i < r->chains.count; i++)
        hosts[i] = host_of(r, r->chains.at[i].row, &r->chains.at[i]);
    for (int i = 0; i < r->chains.count; i++) {
        int owner = i;
        while (hosts[owner] >= 0) /* ends: a host is always bigger */
            owner = hosts[owner];
        r->chains.at[i].strip = r->chains.at[owner].row;
    }
    for (int i = 0; i < r->chains.count; i++)
        r->chains.at[i].row = r->chains.at[i].strip;
    free(hosts);
    if (r->chains.count)
        qsort(r->chains.at, (size_t)r->chains.count, sizeof(Chain), by_row);
    return 0;
}

/* Whether a glyph of `host` overlaps a chain. */
static int overlaps(const Rows *r, const Chain *host, const Chain *chain)
{
    double slack = HOLE_OVERLAP * chain->size;
    for (int i = host->first; i < host->end; i++) {
        const Glyph *g = &r->glyphs[i];
        if (g->code != 32 && g->u1 - g->u0 > 0.0 && g->u0 < chain->u1 - slack && g->u1 > chain->u0 + slack)
            return 1;
    }
    return 0;
}

/* The strip that has a hole where chain `at` of a row fits; -1: none. */
static int hole_of(const Rows *r, const Chain *row, int at)
{
    const Chain *c = &row[at];
    for (int i = r->ends.count - 1; i >= 0 && i >= r->ends.count - MAX_OPEN_STRIPS; i--) {
        double size = row[r->last_of.at[i]].size;
        if (c->u1 > r->ends.at[i] || !(HOLE_SIZE_RATIO * size <= c->size && c->size <= size / HOLE_SIZE_RATIO))
            continue;
        int own = 0, met = 0;
        for (int k = 0; k < at && !met; k++) {
            const Chain *one = &row[k];
            if (r->strip_of.at[k] != i)
                continue;
            own |= one->u0 < c->u0 && one->u1 > c->u1 && !one->inside;
            met = one->u1 > c->u0 && overlaps(r, one, c);
        }
        if (own && !met)
            return i;
    }
    return -1;
}

/* Number the strip of each chain of a row; the number of strips, or -1. */
int strips_of(Rows *r, Chain *row, int count)
{
    r->strip_of.count = r->last_of.count = r->ends.count = 0;
    for (int k = 0; k < count; k++) {
        const Chain *c = &row[k];
        int best = -1;
        double near = INFINITY;
        for (int i = r->ends.count > MAX_OPEN_STRIPS ? r->ends.count - MAX_OPEN_STRIPS : 0; i < r->ends.count; i++) {
            double gap = c->u0 - r->ends.at[i];
            if (!(fabs(gap) < near))
                continue;
            double size = maximum(row[r->last_of.at[i]].size, c->size);
            if (-S.chain_back * size <= gap && gap <= S.marker_gap_limit * size) {
                best = i;
                near = fabs(gap);
            }
        }
        if (best < 0 && (best = hole_of(r, row, k)) >= 0) {
            row[k].inside = 1;
            r->last_of.at[best] = k;
        } else if (best < 0) {
            best = r->ends.count;
            if (PUSH(r->last_of, k) < 0 || PUSH(r->ends, c->u1) < 0)
                return -1;
        } else {
            r->last_of.at[best] = k;
            r->ends.at[best] = maximum(r->ends.at[best], c->u1);
        }
        if (PUSH(r->strip_of, best) < 0)
            return -1;
    }
    return r->ends.count;
}

static const Glyph *sorted_glyphs; /* for by_u; PDFium and so this module is single-threaded */

static int by_u(const void *x, const void *y)
{
    int i = *(const int *)x, k = *(const int *)y;
    double a = sorted_glyphs[i].u0, b = sorted_glyphs[k].u0;
    if (a != b)
        return a < b ? -1 : 1;
    int one = sorted_glyphs[i].code != 32, other = sorted_glyphs[k].code != 32;
    if (one != other) /* a space without width stands left of the letter at its place */
        return one - other;
    return i < k ? -1 : i > k;
}

/* Move the glyphs from `start` on to the hole of the strip in which their middle lies. */
static int fill(Rows *r, int start, double middle)
{
    int at = 0, count = r->order.count - start;
    while (at < start) {
        const Glyph *g = &r->glyphs[r->order.at[at]];
        if ((g->u0 + g->u1) / 2.0 > middle)
            break;
        at++;
    }
    int *own = malloc((size_t)count * sizeof *own);
    if (!own) {
        PyErr_NoMemory();
        return -1;
    }
    memcpy(own, r->order.at + start, (size_t)count * sizeof *own);
    memmove(r->order.at + at + count, r->order.at + at, (size_t)(start - at) * sizeof *own);
    memcpy(r->order.at + at, own, (size_t)count * sizeof *own);
    free(own);
    return 0;
}

int visual_order(Rows *r, const Chain *row, int count, int strip)
{
    r->order.count = 0;
    for (int k = 0; k < count; k++) {
        if (r->strip_of.at[k] != strip)
            continue;
        int start = r->order.count, rtl = 0;
        for (int i = row[k].first; i < row[k].end; i++) {
            rtl |= is_rtl(r->glyphs[i].code);
            if (PUSH(r->order, i) < 0)
                return -1;
        }
        if (rtl || r->glyphs[row[k].end - 1].u0 < r->glyphs[row[k].first].u0) {
            sorted_glyphs = r->glyphs;
            qsort(r->order.at + start, (size_t)(r->order.count - start), sizeof(int), by_u);
        }
        if (row[k].inside && fill(r, start, (row[k].u0 + row[k].u1) / 2.0) < 0)
            return -1;
    }
    return 0;
}
