/* Glyphs of a line to words; see glyph_words.py */
#include "character_classes.h"
#include "baseline_rows.h"
#include "python_values.h"

/* As in glyph_words.py and glyph_lines.py. */
#define SAME_SIZE 0.95
#define BELOW_NARROWEST 0.9
enum { LEAST_GAPS = 6, LEAST_PAIRS = 2, LEAST_SINGLE_LETTERS = 5 };

typedef struct { double tracking, space, reported; int glyphs, touching; } LineSpacing;

static int line_spacing(Rows *r, const int *part, int count, LineSpacing *spacing)
{
    const Glyph *last = NULL;
    double narrowest = S.space;
    int spaced = 0, pairs = 0, near = 0;
    r->widths.count = 0;
    for (int k = 0; k < count; k++) {
        const Glyph *g = &r->glyphs[part[k]];
        if (last && g->code != last->code && g->code != 32 && last->code != 32 && g->u1 > g->u0) {
            double gap = (g->u0 - last->u1) / run_of(r, g)->size;
            if (PUSH(r->widths, gap) < 0)
                return -1;
            if (g->hint == 1 && S.space_reported < gap && gap < narrowest)
                narrowest = gap;
            if (is_ideograph(g->code) && is_ideograph(last->code))
                pairs++, near += gap < S.tracking_spaced;
        }
        last = g;
        spaced |= g->code == 32;
    }
    LineSpacing usual_spacing = {0.0, S.space, S.space_reported, spaced, pairs >= LEAST_PAIRS && near * 2 >= pairs};
    *spacing = usual_spacing;
    if (r->widths.count < LEAST_GAPS)
        return 0;
    double usual = ranked(r->widths.at, r->widths.count, (r->widths.count * 2) / 5);
    spacing->tracking = minimum(maximum(usual, S.tracking_low), S.tracking_high);
    if (spacing->tracking > S.tracking_spaced)
        spacing->reported = S.space;
    else if (narrowest < S.space)
        spacing->space = maximum(S.space_reported, BELOW_NARROWEST * narrowest);
    return 0;
}

static int rise_of(const GlyphRun *run, double glyph_v, double baseline, double size)
{
    double shift = (baseline - glyph_v) / size;
    if (run->frame == VERTICAL || run->size > SAME_SIZE * size)
        return 0;
    if (shift > S.script_least_shift)
        return 1;
    return shift < -S.script_least_shift && run->size <= S.script_size * size ? -1 : 0;
}

static int is_space(int before, const Glyph *g, double gap, const LineSpacing *spacing, int spaced)
{
    int hangul = is_hangul(before) + is_hangul(g->code);
    if (hangul) /* where spaces are glyphs, the automatic quarter em beside figures and Latin letters is no space */
        return gap > (spaced ? S.space_glyph : hangul == 1 && spacing->glyphs ? S.space_mixed : S.space);
    int cjk = is_cjk(before) + is_cjk(g->code);
    if (cjk == 2) {
        int typed = spaced || (spacing->touching && g->hint == 1 && is_ideograph(before) && is_ideograph(g->code));
        return gap > (typed ? S.space_cjk_glyph : S.space_cjk);
    }
    if (spaced)
        return gap > S.space_glyph;
    return gap > (cjk ? S.space_mixed : g->hint == 2 ? S.space_overhang : g->hint ? spacing->reported : spacing->space);
}

typedef struct { int start, rise, space, blank; const Glyph *first, *last; double u0, u1; } Piece;

static PyObject *word_of(Rows *r, const Piece *piece)
{
    const GlyphRun *run = run_of(r, piece->first);
    double c, s, v = piece->first->v;
    axes(run->frame, &c, &s);
    double ws[2] = {v - run->ascent * run->size, v + run->descent * run->size}, us[2] = {piece->u0, piece->u1};
    Box b = {0, 0, 0, 0};
    for (int i = 0; i < 2; i++)
        for (int k = 0; k < 2; k++) {
            double x = us[i] * c - ws[k] * s, y = us[i] * s + ws[k] * c;
            int none = i + k == 0;
            b.x0 = none ? x : minimum(b.x0, x);
            b.y0 = none ? y : minimum(b.y0, y);
            b.x1 = none ? x : maximum(b.x1, x);
            b.y1 = none ? y : maximum(b.y1, y);
        }
    double baseline = fabs(s) > fabs(c) ? piece->u0 * c - v * s : piece->u0 * s + v * c;
    double values[5] = {rounded(b.x0), rounded(b.y0), rounded(b.x1), rounded(b.y1), rounded(baseline)};
    PyObject *style = style_of(r->page, run->style, piece->rise);
    if (!style)
        return NULL;
    PyObject *text =
        PyUnicode_FromKindAndData(PyUnicode_4BYTE_KIND, r->codes.at + piece->start, r->codes.count - piece->start);
    PyObject *word = text ? tuple_of(WordType, 10) : NULL;
    if (!word) {
        Py_XDECREF(text);
        return NULL;
    }
    PyTuple_SET_ITEM(word, 0, text);
    PyTuple_SET_ITEM(word, 6, Py_NewRef(style));
    PyTuple_SET_ITEM(word, 7, PyBool_FromLong(piece->space));
    PyTuple_SET_ITEM(word, 9, PyBool_FromLong(piece->blank));
    if (set_floats(word, 1, values, 5) < 0 || set_int(word, 8, run->mcid) < 0) {
        Py_DECREF(word);
        return NULL;
    }
    return word;
}

/* The words of a part as a list, and the repairs that they need. */
PyObject *words_of(Rows *r, const int *part, int count, double baseline, double size, int *repairs)
{
    LineSpacing spacing;
    double reach = 0.0;
    int spaced = 0, blank = 0, open = 0, singles = 0, longest = 0;
    Piece piece = {0, 0, 0, 0, NULL, NULL, 0.0, 0.0};
    PyObject *words = line_spacing(r, part, count, &spacing) < 0 ? NULL : PyList_New(0);
    if (!words)
        return NULL;
    *repairs = 0;
    r->codes.count = 0;
    for (int k = 0; k <= count; k++) {
        const Glyph *g = k < count ? &r->glyphs[part[k]] : NULL;
        int rise = 0, space = 0, joins = 0;
        if (g && g->code == 32) {
            /* the space starts where the letter in front ends, even one that hangs over its width */
            spaced = open, blank = 1;
            if (g->u1 > g->u0)
                reach = minimum(reach, g->u0);
            continue;
        }
        if (g) {
            const GlyphRun *run = run_of(r, g);
            rise = rise_of(run, g->v, baseline, size);
            if (open) {
                const GlyphRun *own = run_of(r, piece.first);
                space = is_space(piece.last->code, g, (g->u0 - reach) / run->size - spacing.tracking, &spacing, spaced);
                joins = !space && own->style == run->style && own->mcid == run->mcid && piece.rise == rise;
            }
        }
        if (open && !joins) {
            if (append(words, word_of(r, &piece)) < 0) {
                Py_DECREF(words);
                return NULL;
            }
            singles = r->codes.count - piece.start == 1 && is_letter((int)r->codes.at[piece.start]) ? singles + 1 : 0;
            longest = singles > longest ? singles : longest;
        }
        if (!g)
            break;
        if (!joins) {
            Piece fresh = {r->codes.count, rise, space, blank, g, g, g->u0, g->u1};
            piece = fresh;
        } else {
            piece.last = g;
            piece.u0 = minimum(piece.u0, g->u0);
            piece.u1 = maximum(piece.u1, g->u1);
        }
        if (PUSH(r->codes, (Py_UCS4)g->code) < 0) {
            Py_DECREF(words);
            return NULL;
        }
        *repairs |= (is_rtl(g->code) ? REPAIR_RTL : 0) | (needs_folding(g->code) ? REPAIR_FOLDABLE : 0);
        reach = open ? maximum(reach, g->u1) : g->u1;
        open = 1;
        spaced = blank = 0;
    }
    if (longest >= LEAST_SINGLE_LETTERS)
        *repairs |= REPAIR_LETTER_SPACED;
    return words;
}
