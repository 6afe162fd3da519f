/* Clusters and marks; see clusters.py and marks.py */
#include "marks.h"

enum { FURTHER = 256, MOST_LETTERS = 8, MOST_STRAYS = 400, RECENT_MARKS = 256 };
#define STEP 0.01
#define BEARING 0.06

/* The innermost mark of an object, when it has a text; NULL otherwise. */
static Handle mark_of(Handle item)
{
    int count = FPDFPageObj_CountMarks(item);
    unsigned long length = 0;
    if (count <= 0)
        return NULL;
    Handle mark = FPDFPageObj_GetMark(item, (unsigned long)count - 1);
    return FPDFPageObjMark_GetParamStringValue(mark, "ActualText", NULL, 0, &length) ? mark : NULL;
}

/* 1: the object says once more what its stretch said, 0: it does not, -1: error. */
int told_again(Page *p, Handle text, int i, Handle owner)
{
    p->cluster = -1;
    p->parted = 0;
    Handle mark = mark_of(owner);
    if (!mark)
        return 0;
    Told *t = NULL;
    for (int k = p->told.count - 1; k >= 0 && k >= p->told.count - RECENT_MARKS && !t; k--)
        if (p->told.at[k].mark == mark)
            t = &p->told.at[k];
    if (!t) {
        Told fresh = {mark, owner, p->visible.count, 0, 1, 0, 0.0, 0.0, 0.0, 0.0, -1.0, 0.0};
        p->cluster = p->told.count;
        return PUSH(p->told, fresh) < 0 ? -1 : 0;
    }
    if (t->owner == owner) { /* a line that PDFium turned round parts its letters */
        p->parted = 1;
        return 0;
    }
    for (int k = 0; k < t->count; k++)
        if (FPDFText_GetTextObject(text, i + k) != owner ||
            plain((int)FPDFText_GetUnicode(text, i + k)) != p->visible.at[t->first + k].code) {
            t->whole = 0;
            return 0;
        }
    return t->count > 0;
}

static int by_mark(const void *x, const void *y)
{
    uintptr_t a = (uintptr_t)((const Told *)x)->mark, b = (uintptr_t)((const Told *)y)->mark;
    return a < b ? -1 : a > b;
}

static Told *told_at(const Page *p, Handle mark)
{
    Told key = {mark, NULL, 0, 0, 0, 0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0};
    return mark ? bsearch(&key, p->told.at, (size_t)p->told.count, sizeof key, by_mark) : NULL;
}

static int stands_free(int c)
{
    return (c >= 0xB80 && c <= 0xEFF) || (c >= 0x1000 && c <= 0x109F) || (c >= 0x1780 && c <= 0x17FF);
}

static void spread(Page *p, const Told *t)
{
    if (!t->whole || t->count < 1 || t->count > MOST_LETTERS)
        return;
    Glyph *g = &p->visible.at[t->first];
    int loose = stands_free(g->code);
    if (t->objects + t->count < 3 && !loose)
        return;
    const Ink *ink = &p->inks.at[g->ink];
    if (ink->frame != 0 || !(t->x0 - ink->size <= g->u0 && g->u0 <= t->x1 + ink->size))
        return;
    if (fabs(t->v - g->v) < ink->size) /* the first object may be a mark above the line */
        for (int i = t->first, own = g->ink; i < p->visible.count && i < t->first + FURTHER; i++)
            if (p->visible.at[i].ink == own)
                p->visible.at[i].v = t->v;
    int rtl = is_rtl(g->code), letters = 0;
    double x0 = rtl ? t->x0 : least(t->x0, g->u0), x1 = loose ? most(t->x1 + BEARING * ink->size, g->u1) : t->x1;
    for (int k = 0; k < t->count; k++)
        letters += !is_mark(g[k].code);
    for (int k = 0; k < t->count; k++) {
        if (k && is_mark(g[k].code)) {
            seat(&g[k - 1], &g[k]);
            continue;
        }
        letters--;
        g[k].u0 = rtl ? x0 + STEP * letters : k ? x1 : x0;
        g[k].u1 = k == 0 || !rtl ? x1 : g[k].u0;
        g[k].v = g->v;
        g[k].hint = 0;
    }
    if (t->first + t->count < p->visible.count)
        g[t->count].hint = 0;
}

/* Give the first letter of each cluster the width of all its objects, and the others none. */
void widen(Page *p)
{
    if (!p->told.count)
        return;
    qsort(p->told.at, (size_t)p->told.count, sizeof(Told), by_mark);
    for (int i = 0; i < p->texts.count; i++) {
        Told *t = told_at(p, mark_of(p->texts.at[i]));
        float left, bottom, right, top;
        if (!t || !FPDFPageObj_GetBounds(p->texts.at[i], &left, &bottom, &right, &top))
            continue;
        Box box = mapped(p->view, left, bottom, right, top);
        t->x0 = t->objects ? least(t->x0, box.x0) : box.x0;
        t->x1 = t->objects ? most(t->x1, box.x1) : box.x1;
        t->objects++;
        FsMatrix m;
        double area = (box.x1 - box.x0) * (box.y1 - box.y0);
        if (area > t->most && FPDFPageObj_GetMatrix(p->texts.at[i], &m)) {
            t->most = area;
            t->v = at(p->view, m.e, m.f).y;
        }
    }
    for (int k = 0; k < p->told.count; k++)
        spread(p, &p->told.at[k]);
}

/* The visible letter that the middle of a stray mark stands at; -1: none. */
static int letter_of(const Page *p, int stray)
{
    const Glyph *mark = &p->visible.at[stray];
    const Ink *ink = &p->inks.at[mark->ink];
    double size = ink->size, middle = (mark->u0 + mark->u1) / 2.0, near = size;
    int best = -1;
    for (int i = 0; i < p->visible.count; i++) {
        const Glyph *g = &p->visible.at[i];
        if (g->code == 32 || p->inks.at[g->ink].frame != ink->frame || is_mark(g->code))
            continue;
        if (!(g->u0 - 0.05 * size <= middle && middle <= g->u1 + 0.05 * size) || fabs(g->v - mark->v) >= 0.5 * size)
            continue;
        double apart = fabs(middle - (g->u0 + g->u1) / 2.0);
        if (apart < near) {
            best = i;
            near = apart;
        }
    }
    return best;
}

/* Put the stray marks behind their letters. */
int gather_marks(Page *p)
{
    int count = p->visible.count, strays = p->strays.count < MOST_STRAYS ? p->strays.count : MOST_STRAYS, to = 0;
    Glyph *out = malloc((size_t)count * sizeof *out);
    int *owner = malloc((size_t)strays * sizeof *owner);
    char *gone = calloc((size_t)count, 1);
    int waiting = 0, *held = malloc((size_t)strays * sizeof *held);
    if (!out || !owner || !gone || !held) {
        free(out), free(owner), free(gone), free(held);
        PyErr_NoMemory();
        return -1;
    }
    for (int k = 0; k < strays; k++) {
        owner[k] = letter_of(p, p->strays.at[k]);
        gone[p->strays.at[k]] = owner[k] >= 0;
    }
    for (int i = 0; i <= count; i++) {
        if (i < count && gone[i])
            continue;
        if (i == count || !is_mark(p->visible.at[i].code)) {
            for (int k = 0; k < waiting; k++) {
                out[to] = p->visible.at[held[k]];
                seat(&out[to - 1], &out[to]);
                to++;
            }
            waiting = 0;
        }
        if (i == count)
            break;
        out[to++] = p->visible.at[i];
        for (int k = 0; k < strays; k++)
            if (owner[k] == i)
                held[waiting++] = p->strays.at[k];
    }
    memcpy(p->visible.at, out, (size_t)to * sizeof *out);
    p->visible.count = to;
    free(out), free(owner), free(gone), free(held);
    return 0;
}
