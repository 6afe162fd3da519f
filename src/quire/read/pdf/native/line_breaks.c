/* Where a strip is split into lines; see line_breaks.py */
#include "character_classes.h"
#include "baseline_rows.h"

/* As in line_breaks.py. */
#define USUAL_SPACE 0.3
#define LEAST_SPACE 0.25
#define TYPE_HEIGHT 0.8
#define RULE_OVERLAP 0.1
enum {
    PROSE_RATIO = 5,
    MAX_MARKER_CHARACTERS = 8,
    MAX_DIVISION_CHARACTERS = 6,
    MAX_BARE_DIGITS = 2,
    MAX_CLOSED_CHARACTERS = 5,
    ORDINAL_PREFIX = 0x7B2C /* the first character of the Chinese ordinals */
};

int cross_rules_at(Rows *r, const Chain *row, int count)
{
    r->cross_rules.count = 0;
    if (row[0].frame >= 4)
        return 0;
    double c, s, top = row[0].v - row[0].size, bottom = row[0].v;
    axes(row[0].frame, &c, &s);
    for (int i = 1; i < count; i++) {
        top = minimum(top, row[i].v - row[i].size);
        bottom = maximum(bottom, row[i].v);
    }
    const Page *p = r->page;
    for (int i = 0; i < p->rules.count; i++) {
        const RuleItem *q = &p->rules.at[i];
        double ua = q->x0 * c + q->y0 * s, ub = q->x1 * c + q->y1 * s;
        double va = q->y0 * c - q->x0 * s, vb = q->y1 * c - q->x1 * s;
        double u0 = minimum(ua, ub), u1 = maximum(ua, ub), v0 = minimum(va, vb), v1 = maximum(va, vb);
        if (v1 - v0 > u1 - u0 && v0 < bottom && v1 > top) {
            CrossRule bar = {(u0 + u1) / 2.0, v0, v1};
            if (PUSH(r->cross_rules, bar) < 0)
                return -1;
        }
    }
    return 0;
}

int word_gaps(Rows *r)
{
    double end = 0.0, reach = 0.0;
    int spaces = 0, last = -1;
    r->gaps.count = 0;
    for (int k = 0; k < r->order.count; k++) {
        int i = r->order.at[k];
        const Glyph *g = &r->glyphs[i];
        if (g->code == 32) {
            spaces++;
            end = minimum(end, g->u0);
            reach = maximum(reach, g->u1);
            continue;
        }
        if (last >= 0) {
            double size = run_of(r, g)->size;
            double whole = (g->u0 - end) / size, net = (g->u0 - reach) / size;
            if (whole > S.space || spaces) {
                int apart = i - last != spaces + 1;
                int one = !apart && g->run == r->glyphs[last].run;
                Gap gap = {k, spaces > 0, r->glyphs[last].code, one, apart, whole, net};
                if (PUSH(r->gaps, gap) < 0)
                    return -1;
            }
        }
        end = reach = last >= 0 ? maximum(end, g->u1) : g->u1;
        spaces = 0;
        last = i;
    }
    return 0;
}

static int is_prose(const Rows *r)
{
    int digits = 0;
    for (int k = 0; k < r->order.count; k++)
        digits += is_digit(r->glyphs[r->order.at[k]].code);
    return digits * PROSE_RATIO <= r->order.count;
}

static int is_even(const Rows *r)
{
    double widest = -INFINITY, narrowest = INFINITY;
    int count = 0, spaced = 1, one = 1;
    for (int i = 0; i < r->gaps.count; i++) {
        const Gap *gap = &r->gaps.at[i];
        if (gap->interrupted)
            continue;
        count++;
        widest = maximum(widest, gap->width);
        narrowest = minimum(narrowest, gap->width);
        spaced = spaced && gap->has_space;
        one = one && gap->same_object;
    }
    if (!count || count < (one ? S.justified_count_one_object : S.justified_count) ||
        widest > S.justified_ratio * narrowest)
        return 0;
    return widest <= (spaced ? S.line_gap_limit : S.line_gap_certain);
}

static int usual_gap(Rows *r, int prose, double *usual)
{
    r->widths.count = 0;
    for (int i = 0; i < r->gaps.count; i++)
        if (r->gaps.at[i].net_width <= S.line_gap_certain && r->gaps.at[i].width <= S.line_gap &&
            PUSH(r->widths, r->gaps.at[i].width) < 0)
            return -1;
    *usual = USUAL_SPACE;
    if (r->widths.count) {
        *usual = maximum(LEAST_SPACE, ranked(r->widths.at, r->widths.count, r->widths.count / 2));
        if (!prose)
            *usual = minimum(*usual, S.figure_gap);
    }
    return 0;
}

static int is_marker(const Rows *r, int end)
{
    int count = 0, digits = 0, dots = 0, first = 0, last = 0, after = r->glyphs[r->order.at[end]].code;
    for (int k = 0; k < end; k++) {
        int c = r->glyphs[r->order.at[k]].code;
        if (c == 32)
            continue;
        if (!count++)
            first = c;
        last = c;
        digits += is_digit(c);
        dots += c == 0x2E;
    }
    if (count == 1 && (is_one_of(first, bullets, bullet_count) || (first >= 0xF020 && first <= 0xF0FF)))
        return 1;
    if (count > MAX_MARKER_CHARACTERS || is_digit(after) || !can_start_word(after))
        return 0;
    if (count <= MAX_DIVISION_CHARACTERS && first == ORDINAL_PREFIX &&
        is_one_of(last, division_suffixes, division_suffix_count))
        return 1;
    if (digits + dots == count)
        return dots > 0 || digits <= MAX_BARE_DIGITS;
    return count <= MAX_CLOSED_CHARACTERS &&
           (last == 0x2E || last == 0x29 || last == 0xFF09 || last == 0x3001 || last == 0xFF0E);
}

static int is_barred(const Rows *r, const Gap *gap)
{
    const Glyph *g = &r->glyphs[r->order.at[gap->position]];
    double size = run_of(r, g)->size, left = g->u0 - gap->width * size, top = g->v - TYPE_HEIGHT * size;
    for (int i = 0; i < r->cross_rules.count; i++) {
        const CrossRule *b = &r->cross_rules.at[i];
        if (left - RULE_OVERLAP * size <= b->u && b->u <= g->u0 + RULE_OVERLAP * size &&
            minimum(b->v1, g->v) - maximum(b->v0, top) >= S.rule_overlap * size)
            return 1;
    }
    return 0;
}

static double least_cut(const Gap *gap, int after)
{
    return gap->interrupted || (is_digit(gap->before) && is_digit(after)) ? S.line_gap_near : S.line_gap;
}

static int ends_line(const Gap *gap, int after, double usual, int even)
{
    if (gap->interrupted)
        return 1;
    if (even || (gap->net_width <= S.line_gap_cjk && is_cjk(after) && is_cjk(gap->before)))
        return 0;
    return gap->net_width > S.line_gap_certain || gap->width > S.line_gap_ratio * usual;
}

/* Decide which gaps end a line; gap.has_space then tells whether this one does. */
int mark_line_breaks(Rows *r)
{
    int wide = 0, even = 0;
    double usual = USUAL_SPACE;
    for (int i = 0; i < r->gaps.count && !wide; i++)
        wide = r->gaps.at[i].net_width > least_cut(&r->gaps.at[i], r->glyphs[r->order.at[r->gaps.at[i].position]].code);
    if (wide) {
        int prose = is_prose(r);
        even = prose && is_even(r);
        if (usual_gap(r, prose, &usual) < 0)
            return -1;
    }
    for (int i = 0; i < r->gaps.count; i++) {
        Gap *gap = &r->gaps.at[i];
        int ends = 0, after = r->glyphs[r->order.at[gap->position]].code;
        if (wide && gap->net_width > least_cut(gap, after)) {
            int marker =
                i == 0 && !gap->interrupted && gap->width <= S.marker_gap_limit && is_marker(r, gap->position);
            ends = !marker && ends_line(gap, after, usual, even);
        }
        gap->has_space = ends || (r->cross_rules.count && is_barred(r, gap));
    }
    return 0;
}
