/* Clusters and stray marks; see glyph_clusters.py and combining_marks.py */
#include "combining_marks.h"
#include "ligature_order.h"

enum { MAX_DISTANCE = 256, MAX_CLUSTER_LETTERS = 8, MAX_STRAY_MARKS = 400, RECENT_MARKS = 256, LEAST_PARTS = 3 };
#define SIDE_BEARING 0.06

/* The innermost mark of an object if it has an ActualText; NULL otherwise. */
static Handle actual_text_mark(Handle item)
{
    int count = FPDFPageObj_CountMarks(item);
    unsigned long length = 0;
    if (count <= 0)
        return NULL;
    Handle mark = FPDFPageObj_GetMark(item, (unsigned long)count - 1);
    return FPDFPageObjMark_GetParamStringValue(mark, "ActualText", NULL, 0, &length) ? mark : NULL;
}

/* 1: the object repeats the text of its mark, 0: it does not, -1: error. */
int repeats_marked_text(Page *p, Handle text, int i, Handle owner)
{
    p->cluster = -1;
    p->resumed = 0;
    Handle mark = actual_text_mark(owner);
    if (!mark)
        return 0;
    MarkedText *t = NULL;
    for (int k = p->marked_texts.count - 1; k >= 0 && k >= p->marked_texts.count - RECENT_MARKS && !t; k--)
        if (p->marked_texts.at[k].mark == mark)
            t = &p->marked_texts.at[k];
    if (!t) {
        MarkedText fresh = {mark, owner, p->visible.count, 0, 1, 0, 0.0, 0.0, 0.0, 0.0, -1.0, 0.0};
        p->cluster = p->marked_texts.count;
        return PUSH(p->marked_texts, fresh) < 0 ? -1 : 0;
    }
    if (t->owner == owner) { /* PDFium reverses some lines and then interrupts the marked text */
        p->resumed = 1;
        return 0;
    }
    for (int k = 0; k < t->count; k++)
        if (FPDFText_GetTextObject(text, i + k) != owner ||
            normalised((int)FPDFText_GetUnicode(text, i + k)) != p->visible.at[t->first + k].code) {
            t->complete = 0;
            return 0;
        }
    return t->count > 0;
}

static int by_mark(const void *x, const void *y)
{
    uintptr_t a = (uintptr_t)((const MarkedText *)x)->mark, b = (uintptr_t)((const MarkedText *)y)->mark;
    return a < b ? -1 : a > b;
}

static MarkedText *marked_text_at(const Page *p, Handle mark)
{
    MarkedText key = {mark, NULL, 0, 0, 0, 0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0};
    return mark ? bsearch(&key, p->marked_texts.at, (size_t)p->marked_texts.count, sizeof key, by_mark) : NULL;
}

static int has_free_letters(int c)
{
    return (c >= 0xB80 && c <= 0xEFF) || (c >= 0x1000 && c <= 0x109F) || (c >= 0x1780 && c <= 0x17FF);
}

static void spread_cluster(Page *p, const MarkedText *t)
{
    if (!t->complete || t->count < 1 || t->count > MAX_CLUSTER_LETTERS)
        return;
    Glyph *g = &p->visible.at[t->first];
    int free_letters = has_free_letters(g->code);
    if (t->object_count + t->count < LEAST_PARTS && !free_letters)
        return;
    const GlyphRun *run = &p->runs.at[g->run];
    if (run->frame != 0 || !(t->x0 - run->size <= g->u0 && g->u0 <= t->x1 + run->size))
        return;
    if (fabs(t->baseline - g->v) < run->size) /* the first object may be a combining mark above the line */
        for (int i = t->first, own = g->run; i < p->visible.count && i < t->first + MAX_DISTANCE; i++)
            if (p->visible.at[i].run == own)
                p->visible.at[i].v = t->baseline;
    int rtl = is_rtl(g->code), letters = 0, own[MAX_CLUSTER_LETTERS];
    double x0 = rtl ? t->x0 : minimum(t->x0, g->u0),
           x1 = free_letters ? maximum(t->x1 + SIDE_BEARING * run->size, g->u1) : t->x1;
    for (int k = 0; k < t->count; k++)
        if (!is_mark(g[k].code))
            own[letters++] = g[k].code;
    int count = letters, backward = rtl && count > 1 && is_in_reading_order(own, count) == 0;
    for (int k = 0; k < t->count; k++) {
        if (k && is_mark(g[k].code)) {
            attach(&g[k - 1], &g[k]);
            continue;
        }
        letters--;
        g[k].u0 = rtl ? x0 + ORDER_STEP * (backward ? count - 1 - letters : letters) : k ? x1 : x0;
        g[k].u1 = k == 0 || !rtl ? x1 : g[k].u0;
        g[k].v = g->v;
        g[k].hint = 0;
    }
    if (t->first + t->count < p->visible.count)
        g[t->count].hint = 0;
}

/* Give the first letter of each cluster the width of all its objects, and the others no width. */
void widen_clusters(Page *p)
{
    if (!p->marked_texts.count)
        return;
    qsort(p->marked_texts.at, (size_t)p->marked_texts.count, sizeof(MarkedText), by_mark);
    for (int i = 0; i < p->texts.count; i++) {
        MarkedText *t = marked_text_at(p, actual_text_mark(p->texts.at[i].item));
        float left, bottom, right, top;
        if (!t || !FPDFPageObj_GetBounds(p->texts.at[i].item, &left, &bottom, &right, &top))
            continue;
        Box box = map_box(p->view, left, bottom, right, top);
        t->x0 = t->object_count ? minimum(t->x0, box.x0) : box.x0;
        t->x1 = t->object_count ? maximum(t->x1, box.x1) : box.x1;
        t->object_count++;
        FsMatrix m;
        double area = (box.x1 - box.x0) * (box.y1 - box.y0);
        if (area > t->largest_area && FPDFPageObj_GetMatrix(p->texts.at[i].item, &m)) {
            t->largest_area = area;
            t->baseline = map_point(p->view, m.e, m.f).y;
        }
    }
    for (int k = 0; k < p->marked_texts.count; k++)
        spread_cluster(p, &p->marked_texts.at[k]);
}

/* The visible letter at the middle of a stray mark; -1: none. */
static int letter_of(const Page *p, int stray)
{
    const Glyph *mark = &p->visible.at[stray];
    const GlyphRun *run = &p->runs.at[mark->run];
    double size = run->size, middle = (mark->u0 + mark->u1) / 2.0, near = size;
    int best = -1;
    for (int i = 0; i < p->visible.count; i++) {
        const Glyph *g = &p->visible.at[i];
        if (g->code == 32 || p->runs.at[g->run].frame != run->frame || is_mark(g->code))
            continue;
        if (!(g->u0 - MARK_OVERHANG * size <= middle && middle <= g->u1 + MARK_OVERHANG * size) ||
            fabs(g->v - mark->v) >= MARK_BASELINE_STEP * size)
            continue;
        double apart = fabs(middle - (g->u0 + g->u1) / 2.0);
        if (apart < near) {
            best = i;
            near = apart;
        }
    }
    return best;
}

/* Move the stray marks behind their letters. */
int gather_marks(Page *p)
{
    int count = p->visible.count,
        stray_marks = p->stray_marks.count < MAX_STRAY_MARKS ? p->stray_marks.count : MAX_STRAY_MARKS, to = 0;
    Glyph *out = malloc((size_t)count * sizeof *out);
    int *owner = malloc((size_t)stray_marks * sizeof *owner);
    char *gone = calloc((size_t)count, 1);
    int waiting = 0, *held = malloc((size_t)stray_marks * sizeof *held);
    if (!out || !owner || !gone || !held) {
        free(out), free(owner), free(gone), free(held);
        PyErr_NoMemory();
        return -1;
    }
    for (int k = 0; k < stray_marks; k++) {
        owner[k] = letter_of(p, p->stray_marks.at[k]);
        gone[p->stray_marks.at[k]] = owner[k] >= 0;
    }
    for (int i = 0; i <= count; i++) {
        if (i < count && gone[i])
            continue;
        if (i == count || !is_mark(p->visible.at[i].code)) {
            for (int k = 0; k < waiting; k++) {
                out[to] = p->visible.at[held[k]];
                attach(&out[to - 1], &out[to]);
                to++;
            }
            waiting = 0;
        }
        if (i == count)
            break;
        out[to++] = p->visible.at[i];
        for (int k = 0; k < stray_marks; k++)
            if (owner[k] == i)
                held[waiting++] = p->stray_marks.at[k];
    }
    memcpy(p->visible.at, out, (size_t)to * sizeof *out);
    p->visible.count = to;
    free(out), free(owner), free(gone), free(held);
    return 0;
}
