/* Where a strip ends a line; see cuts.py */
#include "characters.h"
#include "rows.h"

int bars_at(Rows *r, const Chain *row, int count)
{
    r->bars.count = 0;
    if (row[0].frame >= 4)
        return 0;
    double c, s, top = row[0].v - row[0].size, bottom = row[0].v;
    axes(row[0].frame, &c, &s);
    for (int i = 1; i < count; i++) {
        top = least(top, row[i].v - row[i].size);
        bottom = most(bottom, row[i].v);
    }
    const Page *p = r->page;
    for (int i = 0; i < p->rules.count; i++) {
        const RuleItem *q = &p->rules.at[i];
        double ua = q->x0 * c + q->y0 * s, ub = q->x1 * c + q->y1 * s;
        double va = q->y0 * c - q->x0 * s, vb = q->y1 * c - q->x1 * s;
        double u0 = least(ua, ub), u1 = most(ua, ub), v0 = least(va, vb), v1 = most(va, vb);
        if (v1 - v0 > u1 - u0 && v0 < bottom && v1 > top) {
            Bar bar = {(u0 + u1) / 2.0, v0, v1};
            if (PUSH(r->bars, bar) < 0)
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
            end = least(end, g->u0);
            reach = most(reach, g->u1);
            continue;
        }
        if (last >= 0) {
            double size = ink_of(r, g)->size;
            double whole = (g->u0 - end) / size, net = (g->u0 - reach) / size;
            if (whole > S.space || spaces) {
                int apart = i - last != spaces + 1;
                int one = !apart && g->ink == r->glyphs[last].ink;
                Gap gap = {k, spaces > 0, r->glyphs[last].code, one, apart, whole, net};
                if (PUSH(r->gaps, gap) < 0)
                    return -1;
            }
        }
        end = reach = last >= 0 ? most(end, g->u1) : g->u1;
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
    return digits * 5 <= r->order.count;
}

static int is_even(const Rows *r)
{
    double widest = -INFINITY, narrowest = INFINITY;
    int count = 0, spaced = 1, one = 1;
    for (int i = 0; i < r->gaps.count; i++) {
        const Gap *gap = &r->gaps.at[i];
        if (gap->apart)
            continue;
        count++;
        widest = most(widest, gap->whole);
        narrowest = least(narrowest, gap->whole);
        spaced = spaced && gap->spaced;
        one = one && gap->one;
    }
    if (!count || count < (one ? S.even_count_whole : S.even_count) || widest > S.even * narrowest)
        return 0;
    return widest <= (spaced ? S.strip : S.cut_sure);
}

static int usual_gap(Rows *r, int prose, double *usual)
{
    r->widths.count = 0;
    for (int i = 0; i < r->gaps.count; i++)
        if (r->gaps.at[i].net <= S.cut_sure && r->gaps.at[i].whole <= S.cut && PUSH(r->widths, r->gaps.at[i].whole) < 0)
            return -1;
    *usual = 0.3;
    if (r->widths.count) {
        *usual = most(0.25, ranked(r->widths.at, r->widths.count, r->widths.count / 2));
        if (!prose)
            *usual = least(*usual, S.usual_figures);
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
    if (count > 8 || is_digit(after) || !is_wordy(after))
        return 0;
    if (count <= 6 && first == 0x7B2C && is_one_of(last, divisions, division_count))
        return 1;
    if (digits + dots == count)
        return dots > 0 || digits <= 2;
    return count <= 5 && (last == 0x2E || last == 0x29 || last == 0xFF09 || last == 0x3001 || last == 0xFF0E);
}

static int is_barred(const Rows *r, const Gap *gap)
{
    const Glyph *g = &r->glyphs[r->order.at[gap->at]];
    double size = ink_of(r, g)->size, left = g->u0 - gap->whole * size, top = g->v - 0.8 * size;
    for (int i = 0; i < r->bars.count; i++) {
        const Bar *b = &r->bars.at[i];
        if (left - 0.1 * size <= b->u && b->u <= g->u0 + 0.1 * size &&
            least(b->v1, g->v) - most(b->v0, top) >= S.rule_reach * size)
            return 1;
    }
    return 0;
}

static double least_cut(const Gap *gap, int after)
{
    return gap->apart || (is_digit(gap->before) && is_digit(after)) ? S.cut_near : S.cut;
}

static int ends_line(const Gap *gap, int after, double usual, int even)
{
    if (gap->apart)
        return 1;
    if (even || (gap->net <= S.cut_cjk && is_cjk(after) && is_cjk(gap->before)))
        return 0;
    return gap->net > S.cut_sure || gap->whole > S.cut_ratio * usual;
}

/* Turn the gaps into those that end a line; gap.spaced becomes the verdict. */
int cuts_of(Rows *r)
{
    int wide = 0, even = 0;
    double usual = 0.3;
    for (int i = 0; i < r->gaps.count && !wide; i++)
        wide = r->gaps.at[i].net > least_cut(&r->gaps.at[i], r->glyphs[r->order.at[r->gaps.at[i].at]].code);
    if (wide) {
        int prose = is_prose(r);
        even = prose && is_even(r);
        if (usual_gap(r, prose, &usual) < 0)
            return -1;
    }
    for (int i = 0; i < r->gaps.count; i++) {
        Gap *gap = &r->gaps.at[i];
        int ends = 0, after = r->glyphs[r->order.at[gap->at]].code;
        if (wide && gap->net > least_cut(gap, after)) {
            int marker = i == 0 && gap->whole <= S.strip_marker && is_marker(r, gap->at);
            ends = !marker && ends_line(gap, after, usual, even);
        }
        gap->spaced = ends || (r->bars.count && is_barred(r, gap));
    }
    return 0;
}
