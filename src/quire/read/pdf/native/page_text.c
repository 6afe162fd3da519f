/* The glyphs of a page; see python_reader_text.py */
#include "spacing_accents.h"
#include "character_classes.h"
#include "combining_marks.h"
#include "ligature_order.h"

/* As in glyphs.py, python_reader_text.py and python_reader.py. */
#define VERTICAL_SHIFT 0.1
#define LEAST_VERTICAL_STEP 0.4
#define MAX_VERTICAL_STEP 3.0
#define LEAST_ACROSS 0.3
#define MAX_ACROSS 0.6
#define LEAST_DOWN 0.6
#define MAX_DOWN 1.1
#define LIGATURE_STEP 0.25
#define MAX_CELL 3.0
#define TYPE3_SIZE_RATIO 3.0
#define ACCENT_OVERHANG 0.05
#define ACCENT_BASELINE_STEP 0.5
#define OVERHANG 0.01
#define PRINT_OFFSET 0.15
#define LEAST_PRINT_OFFSET 0.02
#define FIRST_SUPPLEMENTARY 0x10000
#define ARROW_BAR 0x21A6 /* of a mapping arrow, which begins at the same place */
#define PAGE_MARGIN 1.0
#define PRINT_CELL 2.0
#define LEAST_LETTER_STEP 0.2
#define LETTER_STEP 0.6
#define MAX_GROWTH 0.05
#define FORM_SCALE 1e-4
#define OFF_LINE 0.5
#define ON_LINE 0.1

/* PDFium gives glyphs of vertical writing cells without the scale of their text matrix; their ink is right. */
static int cell_of(Page *p, Handle text, int i, double size, Box *box)
{
    FsRect r;
    if (!FPDFText_GetLooseCharBox(text, i, &r))
        return 0;
    *box = map_box(p->view, r.left, r.bottom, r.right, r.top);
    if (minimum(box->x1 - box->x0, box->y1 - box->y0) <= MAX_CELL * size)
        return 1;
    double left, right, bottom, top;
    if (!FPDFText_GetCharBox(text, i, &left, &right, &bottom, &top))
        return 0;
    *box = map_box(p->view, left, bottom, right, top);
    return 1;
}

static int origin_of(Page *p, Handle text, int i, Point *origin)
{
    double x = 0, y = 0;
    if (!FPDFText_GetCharOrigin(text, i, &x, &y))
        return 0;
    *origin = map_point(p->view, x, y);
    return 1;
}

/* Note the matrix of the form that a text object stands in, if any: `whole` is the object's own by that of the form.
   PDFium gives spaces that it makes up no place. */
static void note_form(Handle owner, FsMatrix whole, TextObject *object)
{
    FsMatrix own;
    object->in_form = 0;
    double length = sqrt((double)whole.a * whole.a + (double)whole.b * whole.b);
    if (!(length > 0.0) || (whole.e == 0.0f && whole.f == 0.0f) || !FPDFPageObj_GetMatrix(owner, &own))
        return;
    double a = own.a, b = own.b, c = own.c, d = own.d, e = own.e, f = own.f, area = a * d - b * c;
    if (area == 0.0)
        return;
    Matrix back = {d / area, -b / area, -c / area, a / area, (c * f - d * e) / area, (b * e - a * f) / area};
    Matrix all = {whole.a, whole.b, whole.c, whole.d, whole.e, whole.f};
    object->form = multiply(back, all);
    object->start = (Point){whole.e, whole.f};
    object->ux = whole.a / length;
    object->uy = whole.b / length;
    Matrix m = object->form;
    object->in_form = fabs(m.a - 1.0) + fabs(m.b) + fabs(m.c) + fabs(m.d - 1.0) > FORM_SCALE ||
                      fabs(m.e) + fabs(m.f) > OFF_LINE;
}

static double off_line(const TextObject *object, double x, double y)
{
    return fabs((x - object->start.x) * object->uy - (y - object->start.y) * object->ux);
}

/* PDFium leaves out the matrix of the form for the letters of ligatures: then they are off their line, and on it by it. */
static int is_left_in_form(Handle text, int i, const TextObject *object)
{
    double x = 0, y = 0;
    if (!object->in_form || !FPDFText_GetCharOrigin(text, i, &x, &y) || off_line(object, x, y) < OFF_LINE)
        return 0;
    Point moved = map_point(object->form, x, y);
    return off_line(object, moved.x, moved.y) < ON_LINE;
}

static double drawn_size(Page *p, Handle text, int i, double size)
{
    double left, right, bottom, top;
    if (!FPDFText_GetCharBox(text, i, &left, &right, &bottom, &top))
        return 0.0;
    Box box = map_box(p->view, left, bottom, right, top);
    double high = box.y1 - box.y0;
    return high > TYPE3_SIZE_RATIO * size ? high : 0.0;
}

static int continues_vertically(Point upper, Point lower, double size)
{
    return fabs(lower.x - upper.x) <= VERTICAL_SHIFT * size && LEAST_VERTICAL_STEP * size <= lower.y - upper.y &&
           lower.y - upper.y <= MAX_VERTICAL_STEP * size;
}

/* In vertical writing a glyph stands below its text object's position and across it (ISO 32000-1, 9.7.4.3). */
static int is_vertical(Page *p, Handle text, int i, Handle owner, FsMatrix at, double size)
{
    Point origin, below, last = {p->last_x, p->last_y}, start = map_point(p->view, at.e, at.f);
    if (!origin_of(p, text, i, &origin))
        return 0;
    double across = start.x - origin.x, down = origin.y - start.y;
    if (LEAST_ACROSS * size <= across && across <= MAX_ACROSS * size && LEAST_DOWN * size <= down &&
        down <= MAX_DOWN * size)
        return 1;
    if (FPDFText_GetTextObject(text, i + 1) == owner)
        return origin_of(p, text, i + 1, &below) && continues_vertically(origin, below, size);
    return p->last_object >= 0 && p->runs.at[p->last_object].frame == VERTICAL &&
           continues_vertically(last, origin, size);
}

/* Fill `object` for a text object; object->dead when nothing of it can be seen or read. -1: error. */
static int text_object_of(Page *p, Handle text, int i, Handle owner, TextObject *object)
{
    FsMatrix fs;
    object->dead = 1;
    if (!FPDFText_GetMatrix(text, i, &fs))
        return 0;
    note_form(owner, fs, object);
    Matrix own = {fs.a, fs.b, fs.c, fs.d, 0.0, 0.0}, m = multiply(own, p->view);
    double across = sqrt(m.c * m.c + m.d * m.d);
    double size = FPDFText_GetFontSize(text, i) * across;
    if (size < 0.0) { /* turns the glyphs upside down and runs backwards */
        size = -size;
        m.a = -m.a;
        m.b = -m.b;
    }
    int font = font_of(p, FPDFTextObj_GetFont(owner));
    if (font < 0)
        return -1;
    if (!p->fonts.at[font].name[0])
        size = maximum(size, drawn_size(p, text, i, size));
    if (!(size >= S.least_size && size < FAR))
        return 0;
    int mode = FPDFTextObj_GetTextRenderMode(owner);
    unsigned int alpha;
    int color = color_of(owner, mode == 1 || mode == 5, &alpha);
    int tenths = (int)floored(size * 10.0 + 0.5);
    int frame = frame_of(atan2(m.b, m.a) * (180.0 / M_PI));
    if (frame == 0 && is_vertical(p, text, i, owner, fs, size))
        frame = VERTICAL;
    int doubted = suspect_of(p, owner), drawn = doubted >= 0 && p->suspects.at[doubted].drawn;
    int bold = mode == 2 || mode == 6 || drawn;
    GlyphRun run = {0, frame, FPDFPageObj_GetMarkedContentID(owner), size, p->fonts.at[font].ascent,
               p->fonts.at[font].descent};
    if (frame == VERTICAL)
        run.ascent = run.descent = 0.5;
    for (int k = 0; k < 2; k++) {
        run.style = style_index(p, font, tenths, color, k ? 1 : bold);
        if (run.style < 0 || PUSH(p->runs, run) < 0)
            return -1;
    }
    object->run = p->runs.count - 2;
    object->bold_run = p->runs.count - 1;
    object->kind = p->fonts.at[font].kind;
    object->hidden = mode == 3 || mode == 7 || (alpha == 0 && !drawn);
    object->suspect = object->hidden ? -1 : doubted;
    object->dead = 0;
    return 0;
}

/* Glyphs */

static int is_bracket(int c)
{
    return c == '(' || c == ')' || c == '[' || c == ']' || c == '{' || c == '}' || c == 0xAB || c == 0xBB ||
           c == 0x2039 || c == 0x203A;
}

/* `before` is the code of the letter before it in the file. */
static Glyph placed_glyph(int code, Point origin, Box cell, int index, const GlyphRun *run, int before)
{
    Glyph g = {code, index, 0, 0.0, 0.0, 0.0};
    double c, s;
    axes(run->frame, &c, &s);
    if (run->frame == VERTICAL) {
        g.u0 = cell.y0;
        g.u1 = cell.y1;
        g.v = -(cell.x0 + cell.x1) / 2.0;
        return g;
    }
    g.v = origin.y * c - origin.x * s;
    if (run->frame < 4) {
        double u0 = cell.x0 * c + cell.y0 * s, u1 = cell.x1 * c + cell.y1 * s;
        g.u0 = minimum(u0, u1);
        g.u1 = maximum(u0, u1);
        if (is_rtl(code) || (is_bracket(code) && is_rtl(before))) {
            /* the box of a glyph with an overhang is that of its ink: add the white in front */
            double start = origin.x * c + origin.y * s;
            if (start < g.u0 && g.u0 - start < S.space * run->size)
                g.u0 = start;
        }
        return g;
    }
    g.u0 = origin.x * c + origin.y * s;
    double across = fabs(c), along = fabs(s);
    double advance = across >= along ? (cell.x1 - cell.x0 - run->size * along) / across
                                     : (cell.y1 - cell.y0 - run->size * across) / along;
    g.u1 = g.u0 + maximum(0.0, advance);
    return g;
}

static Cell *cell_at(Page *p, int code, int column, int row)
{
    unsigned int h =
        (unsigned int)code * 2654435761u ^ (unsigned int)column * 2246822519u ^ (unsigned int)row * 3266489917u;
    for (h ^= h >> 15;; h++) {
        Cell *cell = &p->cells[h & (unsigned int)p->cell_mask];
        if (cell->head < 0 || (cell->code == code && cell->column == column && cell->row == row))
            return cell;
    }
}

/* 1: printed before, 0: new and remembered, -1: error. */
static int is_printed_again(Page *p, const Glyph *g, Point o, const TextObject *object)
{
    const GlyphRun *run = &p->runs.at[g->run];
    double reach = minimum(S.double_print, PRINT_OFFSET * run->size);
    int c0 = (int)floored((o.x - reach) / PRINT_CELL), c1 = (int)floored((o.x + reach) / PRINT_CELL);
    int r0 = (int)floored((o.y - reach) / PRINT_CELL), r1 = (int)floored((o.y + reach) / PRINT_CELL);
    for (int column = c0; column <= c1; column++)
        for (int row = r0; row <= r1; row++)
            for (int k = cell_at(p, g->code, column, row)->head; k >= 0; k = p->seen.at[k].next) {
                Seen *s = &p->seen.at[k];
                Glyph *other = &p->visible.at[s->index];
                double dx = fabs(s->x - o.x), dy = fabs(s->y - o.y);
                if (p->runs.at[other->run].frame == run->frame && dx <= reach && dy <= reach) {
                    if (maximum(dx, dy) > LEAST_PRINT_OFFSET)
                        other->run = object->bold_run;
                    return 1;
                }
            }
    Seen fresh = {o.x, o.y, p->visible.count, -1};
    if (PUSH(p->seen, fresh) < 0)
        return -1;
    int column = (int)floored(o.x / PRINT_CELL), row = (int)floored(o.y / PRINT_CELL), k = p->seen.count - 1;
    Cell *cell = cell_at(p, g->code, column, row);
    if (cell->head < 0) {
        cell->code = g->code;
        cell->column = column;
        cell->row = row;
        cell->head = k;
    } else {
        p->seen.at[cell->tail].next = k;
    }
    cell->tail = k;
    return 0;
}

/* Whether the letters of a ligature, whose second character is the `i`-th, come last letter first. */
static int comes_reversed(const Page *p, Handle text, int i)
{
    int letters[MAX_LIGATURE_LETTERS] = {p->last.code}, count = !is_mark(p->last.code);
    Handle owner = FPDFText_GetTextObject(text, i);
    double x = 0, y = 0;
    FPDFText_GetCharOrigin(text, i, &x, &y);
    for (int k = 1; k < MAX_LIGATURE_LETTERS; k++, i++) {
        double next_x = 0, next_y = 0;
        FPDFText_GetCharOrigin(text, i, &next_x, &next_y);
        if (FPDFText_GetTextObject(text, i) != owner || next_x != x || next_y != y)
            break;
        int code = normalised((int)FPDFText_GetUnicode(text, i));
        if (!is_mark(code))
            letters[count++] = code;
    }
    return count > 1 && is_in_reading_order(letters, count) != 1;
}

/* Whether a right-to-left mark, the `i`-th character, is of one glyph with the letter that comes behind it. */
static int precedes_its_letter(Handle text, int i, int code)
{
    double x = 0, y = 0;
    FsRect cell = {0}, other = {0};
    if (!is_rtl(code) || !is_mark(code))
        return 0;
    Handle owner = FPDFText_GetTextObject(text, i);
    FPDFText_GetCharOrigin(text, i, &x, &y);
    FPDFText_GetLooseCharBox(text, i, &cell);
    for (int k = i + 1; k < i + MAX_LIGATURE_LETTERS; k++) {
        double next_x = 0, next_y = 0;
        FPDFText_GetCharOrigin(text, k, &next_x, &next_y);
        FPDFText_GetLooseCharBox(text, k, &other);
        if (FPDFText_GetTextObject(text, k) != owner || next_x != x || next_y != y || other.left != cell.left ||
            other.bottom != cell.bottom || other.right != cell.right || other.top != cell.top)
            return 0;
        int behind = normalised((int)FPDFText_GetUnicode(text, k));
        if (!is_mark(behind))
            return is_rtl(behind);
    }
    return 0;
}

/* A further letter of a ligature in its place. */
static void place_ligature_letter(Page *p, Handle text, int i, Glyph *g)
{
    int rtl = is_rtl(g->code);
    if (p->back < 0 && rtl)
        p->back = comes_reversed(p, text, i);
    if (precedes_its_letter(text, i, g->code)) {
        g->u0 = g->u1 = is_mark(p->last.code) ? p->last.u0 + 0.1 * ORDER_STEP : g->u0 + ORDER_STEP;
        return;
    }
    double step = g->u0 - p->letter.u0; /* marks have the origin of what follows them */
    if ((rtl ? fabs(step) : step) > LIGATURE_STEP * (g->u1 - g->u0))
        return;
    if (rtl && is_mark(g->code)) {
        attach(&p->last, g);
        return;
    }
    g->u0 = g->u1 = rtl ? p->last.u0 + (p->back > 0 ? ORDER_STEP : -ORDER_STEP) : p->last.u1;
}

/* Whether the last glyph has an overhang, so that its cell does not tell its width. */
static int hides_width(Page *p, Handle text)
{
    double left, right, bottom, top;
    if (p->last_index < 0 || p->runs.at[p->last.run].frame != 0 || p->last.u1 <= p->last.u0)
        return 0;
    if (!FPDFText_GetCharBox(text, p->last_index, &left, &right, &bottom, &top))
        return 0;
    return fabs(map_box(p->view, left, bottom, right, top).x1 - p->last.u1) < OVERHANG;
}

static void tally(Page *p, int code, int frame, int bad)
{
    p->glyph_count++;
    if (frame < 4)
        p->quarter_turns[frame]++;
    if (is_invalid(code) || is_unknown_private_use(code) || (bad && !(code >= 32 && code < 127)))
        p->unmapped++;
    else if (bad)
        p->guessed++;
}

/* The character of a code by TeX's encodings, see character_classes.py; -1: unknown. */
static int character_of_code(int kind, int code, int bad)
{
    static const int large[] = {'(', ')', '[', ']', 0x230A, 0x230B, 0x2308, 0x2309, '{', '}', 0x27E8, 0x27E9,
                                '|', 0x2016, '/', '\\', '(', ')', '(', ')', '[', ']', 0x230A, 0x230B,
                                0x2308, 0x2309, '{', '}', 0x27E8, 0x27E9, '/', '\\',
                                '(', ')', '[', ']', 0x230A, 0x230B, 0x2308, 0x2309, '{', '}', 0x27E8, 0x27E9,
                                '/', '\\', '/', '\\'};
    static const int symbols[] = {
        0x2212, 0x22C5, 0x00D7, 0x2217, 0x00F7, 0x22C4, 0x00B1, 0x2213, 0x2295, 0x2296, 0x2297, 0x2298,
        0x2299, 0x25CB, 0x2218, 0x2022, 0x224D, 0x2261, 0x2286, 0x2287, 0x2264, 0x2265, 0x227C, 0x227D,
        0x223C, 0x2248, 0x2282, 0x2283, 0x226A, 0x226B, 0x227A, 0x227B, 0x2190, 0x2192, 0x2191, 0x2193,
        0x2194, 0x2197, 0x2198, 0x2243, 0x21D0, 0x21D2, 0x21D1, 0x21D3, 0x21D4, 0x2196, 0x2199, 0x221D,
        0x2032, 0x221E, 0x2208, 0x220B, 0x25B3, 0x25BD, 0x0338, ARROW_BAR, 0x2200, 0x2203, 0x00AC, 0x2205,
        0x211C, 0x2111, 0x22A4, 0x22A5, 0x2135, 0x0041, 0x0042, 0x0043, 0x0044, 0x0045, 0x0046, 0x0047,
        0x0048, 0x0049, 0x004A, 0x004B, 0x004C, 0x004D, 0x004E, 0x004F, 0x0050, 0x0051, 0x0052, 0x0053,
        0x0054, 0x0055, 0x0056, 0x0057, 0x0058, 0x0059, 0x005A, 0x222A, 0x2229, 0x228E, 0x2227, 0x2228,
        0x22A2, 0x22A3, 0x230A, 0x230B, 0x2308, 0x2309, 0x007B, 0x007D, 0x27E8, 0x27E9, 0x007C, 0x2225,
        0x2195, 0x21D5, 0x005C, 0x2240, 0x221A, 0x2210, 0x2207, 0x222B, 0x2294, 0x2293, 0x2291, 0x2292,
        0x00A7, 0x2020, 0x2021, 0x00B6, 0x2663, 0x2662, 0x2661, 0x2660};
    static const int italic[] = {
        0x0393, 0x0394, 0x0398, 0x039B, 0x039E, 0x03A0, 0x03A3, 0x03A5, 0x03A6, 0x03A8, 0x03A9, 0x03B1, 0x03B2,
        0x03B3, 0x03B4, 0x03F5, 0x03B6, 0x03B7, 0x03B8, 0x03B9, 0x03BA, 0x03BB, 0x03BC, 0x03BD, 0x03BE, 0x03C0,
        0x03C1, 0x03C3, 0x03C4, 0x03C5, 0x03D5, 0x03C7, 0x03C8, 0x03C9, 0x03B5, 0x03D1, 0x03D6, 0x03F1, 0x03C2,
        0x03C6, 0x21BC, 0x21BD, 0x21C0, 0x21C1, 0x200B, 0x200B, 0x25B7, 0x25C1, 0x0030, 0x0031, 0x0032, 0x0033,
        0x0034, 0x0035, 0x0036, 0x0037, 0x0038, 0x0039, 0x002E, 0x002C, 0x003C, 0x002F, 0x003E, 0x22C6, 0x2202,
        0x0041, 0x0042, 0x0043, 0x0044, 0x0045, 0x0046, 0x0047, 0x0048, 0x0049, 0x004A, 0x004B, 0x004C, 0x004D,
        0x004E, 0x004F, 0x0050, 0x0051, 0x0052, 0x0053, 0x0054, 0x0055, 0x0056, 0x0057, 0x0058, 0x0059, 0x005A,
        0x266D, 0x266E, 0x266F, 0x2323, 0x2322, 0x2113, 0x0061, 0x0062, 0x0063, 0x0064, 0x0065, 0x0066, 0x0067,
        0x0068, 0x0069, 0x006A, 0x006B, 0x006C, 0x006D, 0x006E, 0x006F, 0x0070, 0x0071, 0x0072, 0x0073, 0x0074,
        0x0075, 0x0076, 0x0077, 0x0078, 0x0079, 0x007A, 0x0131, 0x0237, 0x2118, 0x20D7, 0x2040};
    static const int t1_signs[] = {
        0x201A, 0x2039, 0x203A, 0x201C, 0x201D, 0x201E, 0x00AB, 0x00BB, 0x2013, 0x2014, 0x200B, 0x200B,
        0x0131, 0x0237, 0xFB00, 0xFB01, 0xFB02, 0xFB03, 0xFB04};
    static const int t1_letters[] = {
        0x0102, 0x0104, 0x0106, 0x010C, 0x010E, 0x011A, 0x0118, 0x011E, 0x2022, 0x013D, 0x0141, 0x0143,
        0x0147, 0x014A, 0x0150, 0x0154, 0x0158, 0x015A, 0x0160, 0x015E, 0x0164, 0x0162, 0x0170, 0x016E,
        0x0178, 0x0179, 0x017D, 0x017B, 0x0132, 0x0130, 0x0111, 0x00A7, 0x0103, 0x0105, 0x0107, 0x010D,
        0x010F, 0x011B, 0x0119, 0x011F, 0x013A, 0x013E, 0x0142, 0x0144, 0x0148, 0x014B, 0x0151, 0x0155,
        0x0159, 0x015B, 0x0161, 0x015F, 0x0165, 0x0163, 0x0171, 0x016F, 0x00FF, 0x017A, 0x017E, 0x017C,
        0x0133, 0x00A1, 0x00BF, 0x00A3, 0x00C0, 0x00C1, 0x00C2, 0x00C3, 0x00C4, 0x00C5, 0x00C6, 0x00C7,
        0x00C8, 0x00C9, 0x00CA, 0x00CB, 0x00CC, 0x00CD, 0x00CE, 0x00CF, 0x00D0, 0x00D1, 0x00D2, 0x00D3,
        0x00D4, 0x00D5, 0x00D6, 0x0152, 0x00D8, 0x00D9, 0x00DA, 0x00DB, 0x00DC, 0x00DD, 0x00DE, 0x1E9E,
        0x00E0, 0x00E1, 0x00E2, 0x00E3, 0x00E4, 0x00E5, 0x00E6, 0x00E7, 0x00E8, 0x00E9, 0x00EA, 0x00EB,
        0x00EC, 0x00ED, 0x00EE, 0x00EF, 0x00F0, 0x00F1, 0x00F2, 0x00F3, 0x00F4, 0x00F5, 0x00F6, 0x0153,
        0x00F8, 0x00F9, 0x00FA, 0x00FB, 0x00FC, 0x00FD, 0x00FE, 0x00DF};
    static const int calibri[] = {0x19F, 0x1A9, 0x14C, 0x19E, 0x1AB}; /* ti, tt, ft, tf, tti */
    if (kind == TEX_EXTENSION_FONT)
        return code >= 0 && (code < 32 || (bad && code < 48)) ? large[code] : -1;
    if (kind == LIBERTINE_FONT && code >= 0xE118 && code < 0xE122)
        return '0' + code - 0xE118;
    if (!bad)
        return -1;
    if (kind == WINDOWS_FONT)
        for (int i = 0; i < OWN_LIGATURE_COUNT; i++)
            if (code == calibri[i])
                return OWN_LIGATURES + i;
    if (kind == TEX_SYMBOL_FONT)
        return code >= 0 && code < 128 ? symbols[code] : -1;
    if (kind == TEX_ITALIC_FONT)
        return code >= 0 && code < 128 ? italic[code] : -1;
    if (kind == TEX_BITMAP_FONT)
        return code >= 0x80 && code < 0x100 ? t1_letters[code - 0x80] : code >= 0x0D && code < 0x20 ? t1_signs[code - 0x0D] : -1;
    return (kind == TEXT_FONT || kind == LIBERTINE_FONT) && code >= 0x1B && code < 0x20 ? 0xFB00 + code - 0x1B : -1;
}

static int add_glyph(Page *p, Handle text, int i, int code, const TextObject *object, int bad)
{
    Point o;
    Box cell;
    Matrix view = p->view;
    if (is_left_in_form(text, i, object))
        p->view = multiply(object->form, view);
    int found = origin_of(p, text, i, &o) && cell_of(p, text, i, p->runs.at[object->run].size, &cell);
    p->view = view;
    if (!found)
        return 0;
    int known = character_of_code(object->kind, code, bad);
    if (known >= 0) {
        code = known;
        bad = 0;
    }
    double x = (cell.x0 + cell.x1) / 2.0, y = (cell.y0 + cell.y1) / 2.0;
    if (!(x >= -PAGE_MARGIN && x <= p->width + PAGE_MARGIN && y >= -PAGE_MARGIN && y <= p->height + PAGE_MARGIN))
        return 0;
    code = normalised(code);
    if (code == NO_CHARACTER)
        return 0;
    const GlyphRun *run = &p->runs.at[object->run];
    int hidden = object->hidden;
    if (object->suspect >= 0 && (code == 32 ? p->last_unseen : is_unseen(p, object->suspect, cell)))
        hidden = 1;
    p->last_unseen = hidden;
    if (code != 32 && !hidden)
        tally(p, code, run->frame, bad);
    int again = object->run == p->last_object && o.x == p->last_x && o.y == p->last_y && code == p->last.code &&
                code >= FIRST_SUPPLEMENTARY; /* Word's fonts of formulas say each letter twice */
    if (is_invalid(code) || (bad && !(code >= 32 && code < 127)) || again)
        return 0;
    Glyph g = placed_glyph(code, o, cell, object->run, run, p->last_letter);
    if (code >= 'A' && !is_bracket(code))
        p->last_letter = code;
    if (p->hint) /* 2 also for a letter with an overhang to the left: an italic f, a j */
        g.hint = run->frame == 0 && g.u0 < o.x - OVERHANG ? 2 : p->hint;
    p->hint = 0;
    Glyph before = p->last;
    if (object->run == p->last_object && o.x == p->last_x && o.y == p->last_y && code != 32 && p->last.code != 32 &&
        p->last.code != ARROW_BAR) {
        place_ligature_letter(p, text, i, &g);
    } else {
        p->back = -1;
        p->last_object = object->run;
        p->last_x = o.x;
        p->last_y = o.y;
        p->dropped = !hidden && code != 32 ? is_printed_again(p, &g, o, object) : 0;
        if (p->dropped < 0)
            return -1;
        if (precedes_its_letter(text, i, code)) {
            g.u0 = g.u1 = g.u0 + ORDER_STEP;
        } else if (is_mark(code)) {
            if (p->last_index >= 0 && !p->resumed && is_at_letter(p, &before, &g))
                attach(&before, &g);
            else if (!hidden && !p->dropped && PUSH(p->stray_marks, p->visible.count) < 0)
                return -1;
        }
    }
    p->last = g;
    if (!is_mark(code))
        p->letter = g;
    p->last_index = i;
    if (p->dropped)
        return 0;
    if (hidden)
        return PUSH(p->invisible, g);
    if (p->cluster >= 0) {
        MarkedText *t = &p->marked_texts.at[p->cluster];
        t->complete = t->complete && (!t->count || (t->x == o.x && t->y == o.y));
        t->x = o.x;
        t->y = o.y;
        t->count++;
    }
    return PUSH(p->visible, g);
}

/* Accents that are glyphs of their own */

static int is_text_font(const Page *p, const Glyph *g)
{
    const GlyphRun *run = &p->runs.at[g->run];
    int kind = p->fonts.at[p->styles.at[run->style].font].kind;
    return run->frame == 0 && (kind == TEXT_FONT || kind == LIBERTINE_FONT || kind == WINDOWS_FONT || kind == TEX_BITMAP_FONT);
}

/* The letter with an accent over or under its middle; 0: none. */
static int accented(const Page *p, const Glyph *accent, const Glyph *g)
{
    double middle = (accent->u0 + accent->u1) / 2.0, size = p->runs.at[g->run].size;
    if (!(g->u0 - ACCENT_OVERHANG * size <= middle && middle <= g->u1 + ACCENT_OVERHANG * size &&
          fabs(accent->v - g->v) < ACCENT_BASELINE_STEP * size))
        return 0;
    return is_text_font(p, g) ? composed(accent->code, g->code) : 0;
}

static int letter_of(const Page *p, int accent)
{
    const Glyph *all = p->visible.at;
    int next = accent + 1;
    if (next < p->visible.count && accented(p, &all[accent], &all[next]))
        return next;
    for (int i = 0; i < p->visible.count; i++)
        if (accented(p, &all[accent], &all[i]))
            return i;
    return -1;
}

static void join_accents(Page *p)
{
    int gone = 0;
    for (int i = 0; i < p->visible.count; i++) {
        Glyph *g = &p->visible.at[i];
        if (accent_row(g->code) < 0 || !is_text_font(p, g))
            continue;
        int letter = letter_of(p, i);
        if (letter < 0)
            continue;
        p->visible.at[letter].code = composed(g->code, p->visible.at[letter].code);
        if (letter == i + 1)
            p->visible.at[letter].hint = g->hint;
        g->code = NO_CHARACTER;
        gone = 1;
    }
    if (!gone)
        return;
    int count = 0;
    for (int i = 0; i < p->visible.count; i++)
        if (p->visible.at[i].code != NO_CHARACTER)
            p->visible.at[count++] = p->visible.at[i];
    p->visible.count = count;
}

int read_text(Page *p, Handle text)
{
    int count = FPDFText_CountChars(text), size = 64;
    while (size < 2 * count && size < (1 << 28))
        size *= 2;
    p->cells = malloc((size_t)size * sizeof *p->cells);
    if (!p->cells) {
        PyErr_NoMemory();
        return -1;
    }
    for (int i = 0; i < size; i++)
        p->cells[i].head = -1;
    p->cell_mask = size - 1;
    if (RESERVE(p->visible, count) < 0 || RESERVE(p->seen, count) < 0)
        return -1;
    Handle current = NULL;
    TextObject object = {0, 0, 0, 1, 0, -1};
    int high = 0;
    for (int i = 0; i < count; i++) {
        if (FPDFText_IsGenerated(text, i) == 1) {
            p->hint = FPDFText_GetUnicode(text, i) != 32 ? 0 : hides_width(p, text) ? 2 : 1;
            continue;
        }
        Handle owner = FPDFText_GetTextObject(text, i);
        if (!owner)
            continue;
        if (owner != current) {
            current = owner;
            high = 0;
            if (text_object_of(p, text, i, owner, &object) < 0)
                return -1;
            int again = repeats_marked_text(p, text, i, owner);
            if (again < 0)
                return -1;
            object.dead |= again;
            Owner known = {owner, object.dead ? -1 : object.run};
            if (PUSH(p->owners, known) < 0)
                return -1;
        }
        if (object.dead)
            continue;
        int code = (int)FPDFText_GetUnicode(text, i);
        if (code >= 0xD800 && code < 0xDC00) {
            high = code;
            continue;
        }
        if (code >= 0xDC00 && code < 0xE000 && high)
            code = FIRST_SUPPLEMENTARY + ((high - 0xD800) << 10) + (code - 0xDC00);
        high = 0;
        if (add_glyph(p, text, i, code, &object, FPDFText_HasUnicodeMapError(text, i) == 1) < 0)
            return -1;
    }
    widen_clusters(p);
    if (p->stray_marks.count && gather_marks(p) < 0)
        return -1;
    join_accents(p);
    return 0;
}

/* Bold by drawing twice */

enum { RECENT_OBJECTS = 12 };

static int by_address(const void *x, const void *y)
{
    uintptr_t a = (uintptr_t)((const Owner *)x)->item, b = (uintptr_t)((const Owner *)y)->item;
    return a < b ? -1 : a > b;
}

/* The first entry of a text object among the sorted owners; NULL when it has no glyphs. */
static const Owner *owner_at(const Page *p, Handle item)
{
    int low = 0, high = p->owners.count;
    while (low < high) {
        int middle = (low + high) / 2;
        if ((uintptr_t)p->owners.at[middle].item < (uintptr_t)item)
            low = middle + 1;
        else
            high = middle;
    }
    return low < p->owners.count && p->owners.at[low].item == item ? &p->owners.at[low] : NULL;
}

/* How far apart the boxes of two text objects are; 0 if they differ in size or are in one place. */
static int step_between(Handle item, Handle other, Point *step)
{
    float a[4], b[4];
    if (!FPDFPageObj_GetBounds(item, &a[0], &a[1], &a[2], &a[3]) ||
        !FPDFPageObj_GetBounds(other, &b[0], &b[1], &b[2], &b[3]))
        return 0;
    step->x = (double)a[0] - b[0];
    step->y = (double)a[1] - b[1];
    double growth = maximum(fabs(((double)a[2] - a[0]) - ((double)b[2] - b[0])),
                         fabs(((double)a[3] - a[1]) - ((double)b[3] - b[1])));
    return maximum(fabs(step->x), fabs(step->y)) > LEAST_PRINT_OFFSET && growth <= MAX_GROWTH;
}

/* The letter of an upright object of one, again so many units of the page to the right. */
static int repeat_letter(Page *p, int run, double step)
{
    int at = -1;
    for (int g = 0; g < p->visible.count; g++)
        if (p->visible.at[g].run == run) {
            if (at >= 0)
                return 0;
            at = g;
        }
    const GlyphRun *own = &p->runs.at[run];
    if (at < 0 || own->frame || p->view.b || step <= LEAST_LETTER_STEP * own->size || step >= LETTER_STEP * own->size)
        return 0;
    Glyph again = p->visible.at[at];
    if (PUSH(p->visible, again) < 0)
        return -1;
    memmove(p->visible.at + at + 2, p->visible.at + at + 1, sizeof(Glyph) * (size_t)(p->visible.count - at - 2));
    again.u0 += step * p->view.a;
    again.u1 += step * p->view.a;
    again.hint = 0;
    p->visible.at[at + 1] = again;
    p->glyph_count++;
    return 0;
}

/* PDFium drops a text object that repeats a recent one: type printed twice to be bold, and the second of two like
   letters that overlap ("ff"), which gets its place. -1: error. */
int restore_repeated(Page *p)
{
    if (p->owners.count)
        qsort(p->owners.at, (size_t)p->owners.count, sizeof(Owner), by_address);
    for (int i = 0; i < p->texts.count; i++) {
        if (owner_at(p, p->texts.at[i].item))
            continue;
        for (int k = i > RECENT_OBJECTS ? i - RECENT_OBJECTS : 0; k < i; k++) {
            const Owner *owner = owner_at(p, p->texts.at[k].item), *end = p->owners.at + p->owners.count;
            int first = -1;
            for (const Owner *o = owner; o && o < end && o->item == owner->item; o++)
                if (o->run >= 0 && first < 0)
                    first = o->run;
            Point step;
            if (first < 0 || !step_between(p->texts.at[i].item, p->texts.at[k].item, &step))
                continue;
            if (maximum(fabs(step.x), fabs(step.y)) > S.double_print) {
                if (k == i - 1 && step.x > 0 && fabs(step.y) <= LEAST_PRINT_OFFSET &&
                    repeat_letter(p, first, step.x) < 0)
                    return -1;
                continue;
            }
            for (const Owner *o = owner; o < end && o->item == owner->item; o++)
                for (int g = 0; g < p->visible.count && o->run >= 0; g++)
                    if (p->visible.at[g].run == o->run)
                        p->visible.at[g].run = o->run + 1; /* the bold one of the pair */
            break;
        }
    }
    return 0;
}
