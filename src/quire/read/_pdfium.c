/* The bulk reader: one call reads a whole page out of PDFium and groups its glyphs to words and lines.
 *
 * The twin of glyphs.py, rows.py and strokes.py: every function here has its counterpart with the same name
 * there, and results are equal to the last bit (tests compare them). Compile without contraction of floating
 * point operations, or that stops being true on machines with fused multiply-add.
 *
 * PDFium is not linked: bind() gets the path of the library that pypdfium2 has loaded already, so handles made
 * through pypdfium2 are valid here. The prototypes below are those of PDFium's public headers (fpdfview.h,
 * fpdf_text.h, fpdf_edit.h, fpdf_transformpage.h).
 */
#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <dlfcn.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef void *Handle;
typedef struct { float a, b, c, d, e, f; } FsMatrix;
typedef struct { float left, top, right, bottom; } FsRect;

/* name, result, arguments */
#define PDFIUM_FUNCTIONS(X) \
    X(FPDFPage_CountObjects, int, (Handle)) \
    X(FPDFPage_GetObject, Handle, (Handle, int)) \
    X(FPDFFormObj_CountObjects, int, (Handle)) \
    X(FPDFFormObj_GetObject, Handle, (Handle, unsigned long)) \
    X(FPDFPageObj_GetType, int, (Handle)) \
    X(FPDFPageObj_GetMatrix, int, (Handle, FsMatrix *)) \
    X(FPDFPageObj_GetBounds, int, (Handle, float *, float *, float *, float *)) \
    X(FPDFPageObj_GetFillColor, int, (Handle, unsigned int *, unsigned int *, unsigned int *, unsigned int *)) \
    X(FPDFPageObj_GetStrokeColor, int, (Handle, unsigned int *, unsigned int *, unsigned int *, unsigned int *)) \
    X(FPDFPageObj_GetStrokeWidth, int, (Handle, float *)) \
    X(FPDFPageObj_GetMarkedContentID, int, (Handle)) \
    X(FPDFPageObj_GetClipPath, Handle, (Handle)) \
    X(FPDFClipPath_CountPaths, int, (Handle)) \
    X(FPDFClipPath_CountPathSegments, int, (Handle, int)) \
    X(FPDFClipPath_GetPathSegment, Handle, (Handle, int, int)) \
    X(FPDFPath_GetDrawMode, int, (Handle, int *, int *)) \
    X(FPDFPath_CountSegments, int, (Handle)) \
    X(FPDFPath_GetPathSegment, Handle, (Handle, int)) \
    X(FPDFPathSegment_GetPoint, int, (Handle, float *, float *)) \
    X(FPDFPathSegment_GetType, int, (Handle)) \
    X(FPDFPathSegment_GetClose, int, (Handle)) \
    X(FPDFImageObj_GetImagePixelSize, int, (Handle, unsigned int *, unsigned int *)) \
    X(FPDFTextObj_GetFont, Handle, (Handle)) \
    X(FPDFTextObj_GetTextRenderMode, int, (Handle)) \
    X(FPDFFont_GetBaseFontName, size_t, (Handle, char *, size_t)) \
    X(FPDFFont_GetFlags, int, (Handle)) \
    X(FPDFFont_GetWeight, int, (Handle)) \
    X(FPDFFont_GetItalicAngle, int, (Handle, int *)) \
    X(FPDFFont_GetAscent, int, (Handle, float, float *)) \
    X(FPDFFont_GetDescent, int, (Handle, float, float *)) \
    X(FPDFText_LoadPage, Handle, (Handle)) \
    X(FPDFText_ClosePage, void, (Handle)) \
    X(FPDFText_CountChars, int, (Handle)) \
    X(FPDFText_GetUnicode, unsigned int, (Handle, int)) \
    X(FPDFText_GetTextObject, Handle, (Handle, int)) \
    X(FPDFText_IsGenerated, int, (Handle, int)) \
    X(FPDFText_HasUnicodeMapError, int, (Handle, int)) \
    X(FPDFText_GetFontSize, double, (Handle, int)) \
    X(FPDFText_GetCharOrigin, int, (Handle, int, double *, double *)) \
    X(FPDFText_GetCharBox, int, (Handle, int, double *, double *, double *, double *)) \
    X(FPDFText_GetLooseCharBox, int, (Handle, int, FsRect *)) \
    X(FPDFText_GetMatrix, int, (Handle, int, FsMatrix *)) \
    X(FPDF_StructTree_GetForPage, Handle, (Handle)) \
    X(FPDF_StructTree_Close, void, (Handle)) \
    X(FPDF_StructTree_CountChildren, int, (Handle)) \
    X(FPDF_StructTree_GetChildAtIndex, Handle, (Handle, int)) \
    X(FPDF_StructElement_GetType, unsigned long, (Handle, void *, unsigned long)) \
    X(FPDF_StructElement_GetAltText, unsigned long, (Handle, void *, unsigned long)) \
    X(FPDF_StructElement_CountChildren, int, (Handle)) \
    X(FPDF_StructElement_GetChildAtIndex, Handle, (Handle, int)) \
    X(FPDF_StructElement_GetChildMarkedContentID, int, (Handle, int))

#define DECLARE(name, result, arguments) static result(*name) arguments;
PDFIUM_FUNCTIONS(DECLARE)

/* The fields of spacing.Spacing in its order. */
#define SPACING_FIELDS(X) \
    X(snap) X(tiny) X(ascent_low) X(ascent_high) X(descent_low) X(descent_high) X(twin) X(chain_level) X(chain_gap) \
    X(chain_back) X(row_level) X(row_level_hidden) X(script_size) X(script_up) X(script_down) X(script_gap) \
    X(script_rise) X(strip) X(strip_marker) X(cut) X(cut_near) X(cut_sure) X(cut_ratio) X(cut_cjk) X(even_count) X(even_count_whole) X(usual_figures) X(even) \
    X(space) X(space_hint) X(space_glyph) X(space_cjk) X(space_cjk_glyph) X(space_mixed) X(tracking_low) X(tracking_high) \
    X(rule_reach)
#define DECLARE_DOUBLE(name) double name;
static struct { SPACING_FIELDS(DECLARE_DOUBLE) } S;
#define NAME_OF(name) #name,
static const char *const spacing_names[] = {SPACING_FIELDS(NAME_OF)};
#define SPACING_COUNT ((Py_ssize_t)(sizeof spacing_names / sizeof *spacing_names))

static PyTypeObject *WordType, *LineType, *RuleType, *FillType, *ShapeType, *PlacedType;
static int bound = 0;

#define THICK 6.0
enum { OBJECT_TEXT = 1, OBJECT_PATH = 2, OBJECT_IMAGE = 3, OBJECT_SHADING = 4, OBJECT_FORM = 5 };
enum { BEZIER_TO = 1, MOVE_TO = 2 };
enum { OPEN_STRIPS = 256, VERTICAL = 400, DEEPEST = 24, NOTHING = -1 };
enum { WANTS_RTL = 1, WANTS_SPACED = 2, WANTS_ODD = 4 };
#define FAR 1e6
#define REACH 60.0
#define THIN 3.0
#define STRAIGHT 0.6
#define SHORT 0.05
#define SAME 0.005

typedef struct { double a, b, c, d, e, f; } Matrix;
typedef struct { double x0, y0, x1, y1; } Box;
typedef struct { double x, y; } Point;
typedef struct { char name[512]; int flags, weight, italic; double ascent, descent; Handle handle; } Font;
typedef struct { int font, tenths, color, bold; PyObject *made[3]; } StyleEntry;
typedef struct { int style, frame, mcid; double size, ascent, descent; } Ink;
typedef struct { int ink, bold_ink, hidden, dead; } Hand;
typedef struct { int code, ink, hint; double u0, u1, v; } Glyph;
typedef struct { int frame, first, end, row, strip; double v, u0, u1, size; } Chain;
typedef struct { double u, v0, v1; } Bar;
typedef struct { double x0, y0, x1, y1, width; int color; } RuleItem;
typedef struct { double x0, y0, x1, y1; int color; } FillItem;
typedef struct { double x0, y0, x1, y1; int parts, filled; } ShapeItem;
typedef struct { double x, y; int index, next; } Seen;
typedef struct { int code, column, row, head, tail; } Cell;
typedef struct { Handle item; int ink; } Owner;
typedef struct { int at, spaced, before, one, apart; double whole, net; } Gap;
typedef struct { int key; PyObject *line; } Found;

/* A growing array of T. */
#define VECTOR(T) struct { T *at; int count, room; }
#define GROW(v) ((v).count < (v).room || grow((void **)&(v).at, &(v).room, sizeof *(v).at) == 0)
#define PUSH(v, ...) (GROW(v) ? ((v).at[(v).count++] = __VA_ARGS__, 0) : -1)

static int grow(void **at, int *room, size_t size)
{
    int more = *room ? *room * 2 : 64;
    void *bigger = more > *room && (size_t)more <= PY_SSIZE_T_MAX / size ? realloc(*at, (size_t)more * size) : NULL;
    if (!bigger) {
        PyErr_NoMemory();
        return -1;
    }
    *at = bigger;
    *room = more;
    return 0;
}

typedef struct {
    Handle page;
    Matrix view;
    double width, height;
    PyObject *make_style, *mend;
    VECTOR(Font) fonts;
    VECTOR(StyleEntry) styles;
    VECTOR(Ink) inks;
    VECTOR(Glyph) visible;
    VECTOR(Glyph) invisible;
    VECTOR(RuleItem) rules;
    VECTOR(FillItem) fills;
    VECTOR(ShapeItem) shapes;
    VECTOR(Point) points;
    VECTOR(Seen) seen;
    VECTOR(Handle) texts; /* all text objects */
    VECTOR(Owner) owners; /* those that have glyphs, by address once sorted */
    Cell *cells;
    int cell_mask;
    PyObject *images;
    int last_hand, dropped, hint, last_index;
    Glyph last;
    double last_x, last_y;
    long glyphs, lost, doubtful, quarters[4];
    int depth;
    int path[DEEPEST + 1];
} Page;

/* Arithmetic that the Python twin does in the same order */

static double rounded(double value) { return floor(value * 100.0 + 0.5) / 100.0; }
static double least(double a, double b) { return b < a ? b : a; }
static double most(double a, double b) { return b > a ? b : a; }

static Matrix times(Matrix i, Matrix o)
{
    Matrix m = {i.a * o.a + i.b * o.c, i.a * o.b + i.b * o.d, i.c * o.a + i.d * o.c, i.c * o.b + i.d * o.d,
                i.e * o.a + i.f * o.c + o.e, i.e * o.b + i.f * o.d + o.f};
    return m;
}

static Point at(Matrix m, double x, double y)
{
    Point p = {m.a * x + m.c * y + m.e, m.b * x + m.d * y + m.f};
    return p;
}

static Box mapped(Matrix m, double x0, double y0, double x1, double y1)
{
    Point p = at(m, x0, y0), q = at(m, x0, y1), r = at(m, x1, y0), s = at(m, x1, y1);
    Box box = {least(least(p.x, q.x), least(r.x, s.x)), least(least(p.y, q.y), least(r.y, s.y)),
               most(most(p.x, q.x), most(r.x, s.x)), most(most(p.y, q.y), most(r.y, s.y))};
    return box;
}

static void axes(int frame, double *cosine, double *sine)
{
    static const double quarter[4][2] = {{1.0, 0.0}, {0.0, 1.0}, {-1.0, 0.0}, {0.0, -1.0}};
    if (frame < 4) {
        *cosine = quarter[frame][0];
        *sine = quarter[frame][1];
    } else if (frame == VERTICAL) {
        *cosine = 0.0;
        *sine = 1.0;
    } else {
        double turn = (double)(frame - 4) * (M_PI / 180.0);
        *cosine = cos(turn);
        *sine = sin(turn);
    }
}

static int frame_of(double degrees)
{
    int quarter = (int)floor(degrees / 90.0 + 0.5);
    if (fabs(degrees - 90.0 * quarter) <= S.snap)
        return quarter & 3;
    int whole = (int)floor(degrees + 0.5) % 360;
    return 4 + (whole < 0 ? whole + 360 : whole);
}

/* Characters; see text.py and rows.py */

static int is_cjk(int c)
{
    return (c >= 0x2E80 && c <= 0x9FFF) || (c >= 0xAC00 && c <= 0xD7A3) || (c >= 0xF900 && c <= 0xFAFF) ||
           (c >= 0xFE30 && c <= 0xFE4F) || (c >= 0xFF00 && c <= 0xFFEF) || (c >= 0x20000 && c <= 0x3FFFF);
}

static int is_rtl(int c)
{
    return c >= 0x590 && (c <= 0x8FF || (c >= 0xFB1D && c <= 0xFDFF) || (c >= 0xFE70 && c <= 0xFEFE));
}

static int is_digit(int c) { return c >= 0x30 && c <= 0x39; }

static int is_wordy(int c)
{
    return c > 0x7F || (c >= 0x41 && c <= 0x5A) || (c >= 0x61 && c <= 0x7A) || c == 0x22 || c == 0x27 || c == 0x28 ||
           c == 0x5B;
}

static int is_letter(int c)
{
    return (c >= 0x41 && c <= 0x5A) || (c >= 0x61 && c <= 0x7A) || (c >= 0xC0 && c <= 0x24F) ||
           (c >= 0x391 && c <= 0x44F);
}

static int is_odd(int c)
{
    return (c >= 0x2E80 && c <= 0x2FDF) || (c >= 0xE000 && c <= 0xFAFF) || (c >= 0xFB00 && c <= 0xFEFF) ||
           c == 0x132 || c == 0x133 || (c >= 0x1C4 && c <= 0x1CC) || (c >= 0x300 && c <= 0x36F) || c >= 0x2F800;
}

static int plain(int c)
{
    if (c == 0x2 || c == 0xFFFE || c == 0xAD)
        return 0x2D;
    if (c == 32 || c == 0xA0 || c == 9 || c == 10 || c == 13 || c == 0x1680 || (c >= 0x2000 && c <= 0x200A) ||
        c == 0x202F || c == 0x205F || c == 0x3000)
        return 32;
    if ((c >= 0x200B && c <= 0x200F) || (c >= 0x202A && c <= 0x202E) || (c >= 0x2060 && c <= 0x2069) || c == 0xFEFF)
        return NOTHING;
    return c;
}

static int is_broken(int c)
{
    return c < 32 || (c >= 0x7F && c < 0xA0) || c == 0xFFFD || c == 0xFFFF || (c >= 0xD800 && c < 0xE000);
}

static int is_private(int c)
{
    return (c >= 0xE000 && c <= 0xF8FF && !(c >= 0xF020 && c <= 0xF0FF)) || c >= 0xF0000;
}

static int is_one_of(int c, const int *set, int count)
{
    for (int i = 0; i < count; i++)
        if (set[i] == c)
            return 1;
    return 0;
}

/* rows._BULLETS and rows._DIVISIONS, handed over by bind() */
static int bullets[64], bullet_count, divisions[32], division_count;

/* Fonts, styles, inks */

static int font_of(Page *p, Handle font)
{
    for (int i = 0; i < p->fonts.count; i++)
        if (p->fonts.at[i].handle == font)
            return i;
    if (!GROW(p->fonts))
        return -1;
    Font *f = &p->fonts.at[p->fonts.count];
    memset(f, 0, sizeof *f);
    f->handle = font;
    size_t size = FPDFFont_GetBaseFontName(font, NULL, 0);
    FPDFFont_GetBaseFontName(font, f->name, size < 1 ? 1 : size > sizeof f->name ? sizeof f->name : size);
    f->name[sizeof f->name - 1] = 0;
    float up = 0, down = 0;
    FPDFFont_GetAscent(font, 1.0f, &up);
    FPDFFont_GetDescent(font, 1.0f, &down);
    FPDFFont_GetItalicAngle(font, &f->italic);
    f->flags = FPDFFont_GetFlags(font);
    f->weight = FPDFFont_GetWeight(font);
    f->ascent = least(most(up, S.ascent_low), S.ascent_high);
    f->descent = least(most(-(double)down, S.descent_low), S.descent_high);
    return p->fonts.count++;
}

static int style_index(Page *p, int font, int tenths, int color, int bold)
{
    for (int i = 0; i < p->styles.count; i++) {
        StyleEntry *s = &p->styles.at[i];
        if (s->font == font && s->tenths == tenths && s->color == color && s->bold == bold)
            return i;
    }
    StyleEntry entry = {font, tenths, color, bold, {NULL, NULL, NULL}};
    return PUSH(p->styles, entry) < 0 ? -1 : p->styles.count - 1;
}

/* A borrowed reference to the style for a rise of -1, 0, 1. */
static PyObject *style_of(Page *p, int index, int rise)
{
    StyleEntry *s = &p->styles.at[index];
    if (!s->made[rise + 1]) {
        Font *f = &p->fonts.at[s->font];
        PyObject *name = PyUnicode_DecodeUTF8(f->name, (Py_ssize_t)strlen(f->name), "replace");
        if (!name)
            return NULL;
        s->made[rise + 1] = PyObject_CallFunction(p->make_style, "Niiiiiii", name, f->flags, f->weight, f->italic,
                                                  s->tenths, s->color, s->bold, rise);
    }
    return s->made[rise + 1];
}

static int color_of(Handle item, int stroke, unsigned int *alpha)
{
    unsigned int r = 0, g = 0, b = 0, a = 0;
    int known = stroke ? FPDFPageObj_GetStrokeColor(item, &r, &g, &b, &a)
                       : FPDFPageObj_GetFillColor(item, &r, &g, &b, &a);
    *alpha = known ? a : 255;
    return known ? (int)((r & 255) << 16 | (g & 255) << 8 | (b & 255)) : 0;
}

static int cell_of(Page *p, Handle text, int i, Box *box)
{
    FsRect r;
    if (!FPDFText_GetLooseCharBox(text, i, &r))
        return 0;
    *box = mapped(p->view, r.left, r.bottom, r.right, r.top);
    return 1;
}

static int origin_of(Page *p, Handle text, int i, Point *origin)
{
    double x = 0, y = 0;
    if (!FPDFText_GetCharOrigin(text, i, &x, &y))
        return 0;
    *origin = at(p->view, x, y);
    return 1;
}

static double drawn_size(Page *p, Handle text, int i, double size)
{
    double left, right, bottom, top;
    if (!FPDFText_GetCharBox(text, i, &left, &right, &bottom, &top))
        return 0.0;
    Box box = mapped(p->view, left, bottom, right, top);
    double high = box.y1 - box.y0;
    return high > 3.0 * size ? high : 0.0;
}

static int is_below(Point upper, Point lower, double size)
{
    return fabs(lower.x - upper.x) <= 0.1 * size && 0.4 * size <= lower.y - upper.y && lower.y - upper.y <= 3.0 * size;
}

static int stands(Page *p, Handle text, int i, Handle owner, double size)
{
    Point origin, below, last = {p->last_x, p->last_y};
    if (!origin_of(p, text, i, &origin))
        return 0;
    if (FPDFText_GetTextObject(text, i + 1) == owner)
        return origin_of(p, text, i + 1, &below) && is_below(origin, below, size);
    return p->last_hand >= 0 && p->inks.at[p->last_hand].frame == VERTICAL && is_below(last, origin, size);
}

/* Fill `hand` for a text object; hand->dead when nothing of it can be seen or read. -1: error. */
static int hand_of(Page *p, Handle text, int i, Handle owner, Hand *hand)
{
    FsMatrix fs;
    hand->dead = 1;
    if (!FPDFText_GetMatrix(text, i, &fs))
        return 0;
    Matrix own = {fs.a, fs.b, fs.c, fs.d, 0.0, 0.0}, m = times(own, p->view);
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
        size = most(size, drawn_size(p, text, i, size));
    if (!(size >= S.tiny && size < FAR))
        return 0;
    int mode = FPDFTextObj_GetTextRenderMode(owner);
    unsigned int alpha;
    int color = color_of(owner, mode == 1 || mode == 5, &alpha);
    int tenths = (int)floor(size * 10.0 + 0.5);
    int frame = frame_of(atan2(m.b, m.a) * (180.0 / M_PI));
    if (frame == 0 && stands(p, text, i, owner, size))
        frame = VERTICAL;
    int bold = mode == 2 || mode == 6;
    Ink ink = {0, frame, FPDFPageObj_GetMarkedContentID(owner), size, p->fonts.at[font].ascent,
               p->fonts.at[font].descent};
    if (frame == VERTICAL)
        ink.ascent = ink.descent = 0.5;
    for (int k = 0; k < 2; k++) {
        ink.style = style_index(p, font, tenths, color, k ? 1 : bold);
        if (ink.style < 0 || PUSH(p->inks, ink) < 0)
            return -1;
    }
    hand->ink = p->inks.count - 2;
    hand->bold_ink = p->inks.count - 1;
    hand->hidden = mode == 3 || mode == 7 || alpha == 0;
    hand->dead = 0;
    return 0;
}

/* Glyphs */

static Glyph placed(int code, Point origin, Box cell, int index, const Ink *ink)
{
    Glyph g = {code, index, 0, 0.0, 0.0, 0.0};
    double c, s;
    axes(ink->frame, &c, &s);
    if (ink->frame == VERTICAL) {
        g.u0 = cell.y0;
        g.u1 = cell.y1;
        g.v = -(cell.x0 + cell.x1) / 2.0;
        return g;
    }
    g.v = origin.y * c - origin.x * s;
    if (ink->frame < 4) {
        double u0 = cell.x0 * c + cell.y0 * s, u1 = cell.x1 * c + cell.y1 * s;
        g.u0 = least(u0, u1);
        g.u1 = most(u0, u1);
        return g;
    }
    g.u0 = origin.x * c + origin.y * s;
    double across = fabs(c), along = fabs(s);
    double advance = across >= along ? (cell.x1 - cell.x0 - ink->size * along) / across
                                     : (cell.y1 - cell.y0 - ink->size * across) / along;
    g.u1 = g.u0 + most(0.0, advance);
    return g;
}

static Cell *cell_at(Page *p, int code, int column, int row)
{
    unsigned int h = (unsigned int)code * 2654435761u ^ (unsigned int)column * 2246822519u ^ (unsigned int)row * 3266489917u;
    for (h ^= h >> 15;; h++) {
        Cell *cell = &p->cells[h & (unsigned int)p->cell_mask];
        if (cell->head < 0 || (cell->code == code && cell->column == column && cell->row == row))
            return cell;
    }
}

/* 1: printed before, 0: new and remembered, -1: error. */
static int is_twin(Page *p, const Glyph *g, Point o, const Hand *hand)
{
    const Ink *ink = &p->inks.at[g->ink];
    double reach = least(S.twin, 0.15 * ink->size);
    int c0 = (int)floor((o.x - reach) / 2.0), c1 = (int)floor((o.x + reach) / 2.0);
    int r0 = (int)floor((o.y - reach) / 2.0), r1 = (int)floor((o.y + reach) / 2.0);
    for (int column = c0; column <= c1; column++)
        for (int row = r0; row <= r1; row++)
            for (int k = cell_at(p, g->code, column, row)->head; k >= 0; k = p->seen.at[k].next) {
                Seen *s = &p->seen.at[k];
                Glyph *other = &p->visible.at[s->index];
                double dx = fabs(s->x - o.x), dy = fabs(s->y - o.y);
                if (p->inks.at[other->ink].frame == ink->frame && dx <= reach && dy <= reach) {
                    if (most(dx, dy) > 0.02)
                        other->ink = hand->bold_ink;
                    return 1;
                }
            }
    Seen fresh = {o.x, o.y, p->visible.count, -1};
    if (PUSH(p->seen, fresh) < 0)
        return -1;
    int column = (int)floor(o.x / 2.0), row = (int)floor(o.y / 2.0), k = p->seen.count - 1;
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

/* A further letter of a ligature in its place. */
static void place_further(const Page *p, Glyph *g)
{
    int rtl = is_rtl(g->code);
    if (!rtl && g->u0 > p->last.u0 + 0.25 * (g->u1 - g->u0))
        return;
    g->u0 = g->u1 = rtl ? p->last.u0 - 0.01 : p->last.u1;
}

/* Whether the last glyph hangs over its width, so that its cell does not tell it. */
static int hides_width(Page *p, Handle text)
{
    double left, right, bottom, top;
    if (p->last_index < 0 || p->inks.at[p->last.ink].frame != 0 || p->last.u1 <= p->last.u0)
        return 0;
    if (!FPDFText_GetCharBox(text, p->last_index, &left, &right, &bottom, &top))
        return 0;
    return fabs(mapped(p->view, left, bottom, right, top).x1 - p->last.u1) < 0.01;
}

static void tally(Page *p, int code, int frame, int bad)
{
    p->glyphs++;
    if (frame < 4)
        p->quarters[frame]++;
    if (is_broken(code) || is_private(code) || (bad && !(code >= 32 && code < 127)))
        p->lost++;
    else if (bad)
        p->doubtful++;
}

static int add_glyph(Page *p, Handle text, int i, int code, const Hand *hand, int bad)
{
    Point o;
    Box cell;
    if (!origin_of(p, text, i, &o) || !cell_of(p, text, i, &cell))
        return 0;
    double x = (cell.x0 + cell.x1) / 2.0, y = (cell.y0 + cell.y1) / 2.0;
    if (!(x >= -1.0 && x <= p->width + 1.0 && y >= -1.0 && y <= p->height + 1.0))
        return 0;
    code = plain(code);
    if (code == NOTHING)
        return 0;
    const Ink *ink = &p->inks.at[hand->ink];
    if (code != 32 && !hand->hidden)
        tally(p, code, ink->frame, bad);
    if (is_broken(code) || (bad && !(code >= 32 && code < 127)))
        return 0;
    Glyph g = placed(code, o, cell, hand->ink, ink);
    g.hint = p->hint;
    p->hint = 0;
    if (hand->ink == p->last_hand && o.x == p->last_x && o.y == p->last_y && code != 32 && p->last.code != 32) {
        place_further(p, &g);
    } else {
        p->last_hand = hand->ink;
        p->last_x = o.x;
        p->last_y = o.y;
        p->dropped = !hand->hidden && code != 32 ? is_twin(p, &g, o, hand) : 0;
        if (p->dropped < 0)
            return -1;
    }
    p->last = g;
    p->last_index = i;
    if (p->dropped)
        return 0;
    return hand->hidden ? PUSH(p->invisible, g) : PUSH(p->visible, g);
}

static int read_text(Page *p, Handle text)
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
    Handle current = NULL;
    Hand hand = {0, 0, 0, 1};
    int high = 0;
    for (int i = 0; i < count; i++) {
        if (FPDFText_IsGenerated(text, i) == 1) {
            p->hint = FPDFText_GetUnicode(text, i) == 32 && hides_width(p, text);
            continue;
        }
        Handle owner = FPDFText_GetTextObject(text, i);
        if (!owner)
            continue;
        if (owner != current) {
            current = owner;
            high = 0;
            if (hand_of(p, text, i, owner, &hand) < 0)
                return -1;
            Owner known = {owner, hand.dead ? -1 : hand.ink};
            if (PUSH(p->owners, known) < 0)
                return -1;
        }
        if (hand.dead)
            continue;
        int code = (int)FPDFText_GetUnicode(text, i);
        if (code >= 0xD800 && code < 0xDC00) {
            high = code;
            continue;
        }
        if (code >= 0xDC00 && code < 0xE000 && high)
            code = 0x10000 + ((high - 0xD800) << 10) + (code - 0xDC00);
        high = 0;
        if (add_glyph(p, text, i, code, &hand, FPDFText_HasUnicodeMapError(text, i) == 1) < 0)
            return -1;
    }
    return 0;
}

/* Bold by drawing twice */

enum { RECENT = 12 };

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

static int is_echo(Handle item, Handle other)
{
    float a[4], b[4];
    if (!FPDFPageObj_GetBounds(item, &a[0], &a[1], &a[2], &a[3]) ||
        !FPDFPageObj_GetBounds(other, &b[0], &b[1], &b[2], &b[3]))
        return 0;
    double shift = most(fabs((double)a[0] - b[0]), fabs((double)a[1] - b[1]));
    double growth = most(fabs(((double)a[2] - a[0]) - ((double)b[2] - b[0])),
                         fabs(((double)a[3] - a[1]) - ((double)b[3] - b[1])));
    return 0.02 < shift && shift <= S.twin && growth <= 0.05;
}

static void embolden(Page *p)
{
    if (p->owners.count)
        qsort(p->owners.at, (size_t)p->owners.count, sizeof(Owner), by_address);
    for (int i = 0; i < p->texts.count; i++) {
        if (owner_at(p, p->texts.at[i]))
            continue;
        for (int k = i > RECENT ? i - RECENT : 0; k < i; k++) {
            const Owner *owner = owner_at(p, p->texts.at[k]), *end = p->owners.at + p->owners.count;
            int any = 0;
            for (const Owner *o = owner; o && o < end && o->item == owner->item; o++)
                any |= o->ink >= 0;
            if (!any || !is_echo(p->texts.at[i], p->texts.at[k]))
                continue;
            for (const Owner *o = owner; o < end && o->item == owner->item; o++)
                for (int g = 0; g < p->visible.count && o->ink >= 0; g++)
                    if (p->visible.at[g].ink == o->ink)
                        p->visible.at[g].ink = o->ink + 1; /* the bold one of the pair */
            break;
        }
    }
}

/* Paths */

static Matrix matrix_of(Handle item)
{
    FsMatrix fs;
    Matrix m = {1.0, 0.0, 0.0, 1.0, 0.0, 0.0};
    if (FPDFPageObj_GetMatrix(item, &fs)) {
        m.a = fs.a, m.b = fs.b, m.c = fs.c, m.d = fs.d, m.e = fs.e, m.f = fs.f;
    }
    return m;
}

typedef struct { int fill, stroke, filled, stroked; double width; Box clip; } Paint;

static int add_fill(Page *p, Box b, int color, const Box *clip)
{
    double x0 = rounded(b.x0), y0 = rounded(b.y0), x1 = rounded(b.x1), y1 = rounded(b.y1);
    if (!(x1 > clip->x0 && x0 < clip->x1 && y1 > clip->y0 && y0 < clip->y1))
        return 0;
    FillItem f = {rounded(most(x0, clip->x0)), rounded(most(y0, clip->y0)), rounded(least(x1, clip->x1)),
                  rounded(least(y1, clip->y1)), color};
    return PUSH(p->fills, f);
}

static int add_rule(Page *p, double x0, double y0, double x1, double y1, double width, int color, const Box *clip)
{
    x0 = rounded(x0), y0 = rounded(y0), x1 = rounded(x1), y1 = rounded(y1);
    if (!(x1 >= clip->x0 && x0 <= clip->x1 && y1 >= clip->y0 && y0 <= clip->y1))
        return 0;
    RuleItem r = {rounded(most(x0, clip->x0)), rounded(most(y0, clip->y0)), rounded(least(x1, clip->x1)),
                  rounded(least(y1, clip->y1)), rounded(width), color};
    return PUSH(p->rules, r);
}

static Box box_of(const Point *points, int count)
{
    Box box = {points[0].x, points[0].y, points[0].x, points[0].y};
    for (int i = 1; i < count; i++) {
        box.x0 = least(box.x0, points[i].x);
        box.y0 = least(box.y0, points[i].y);
        box.x1 = most(box.x1, points[i].x);
        box.y1 = most(box.y1, points[i].y);
    }
    return box;
}

static int add_shape(Page *p, const Point *points, int count, const Paint *paint)
{
    Box box = box_of(points, count);
    const Box *clip = &paint->clip;
    double half = paint->stroked ? paint->width / 2.0 : 0.0;
    double x0 = rounded(box.x0 - half), y0 = rounded(box.y0 - half);
    double x1 = rounded(box.x1 + half), y1 = rounded(box.y1 + half);
    if (!(x1 > clip->x0 && x0 < clip->x1 && y1 > clip->y0 && y0 < clip->y1))
        return 0;
    ShapeItem s = {rounded(most(x0, clip->x0)), rounded(most(y0, clip->y0)), rounded(least(x1, clip->x1)),
                   rounded(least(y1, clip->y1)), count - 1, paint->filled};
    return PUSH(p->shapes, s);
}

static int is_same(Point a, Point b) { return fabs(a.x - b.x) < SAME && fabs(a.y - b.y) < SAME; }

static int is_near(double a, double b) { return fabs(a - b) < STRAIGHT; }

static int is_rectangle(const Point *q, int count)
{
    if (count == 5) {
        if (fabs(q[0].x - q[4].x) > STRAIGHT || fabs(q[0].y - q[4].y) > STRAIGHT)
            return 0;
    } else if (count != 4) {
        return 0;
    }
    return (is_near(q[0].y, q[1].y) && is_near(q[1].x, q[2].x) && is_near(q[2].y, q[3].y) && is_near(q[3].x, q[0].x)) ||
           (is_near(q[0].x, q[1].x) && is_near(q[1].y, q[2].y) && is_near(q[2].x, q[3].x) && is_near(q[3].y, q[0].y));
}

static int add_stroke(Page *p, const Point *q, int count, int closed, const Paint *paint)
{
    int pairs = count - 1;
    if (closed && (q[0].x != q[count - 1].x || q[0].y != q[count - 1].y))
        pairs++;
    for (int i = 0; i < pairs; i++) {
        Point a = q[i], b = i + 1 < count ? q[i + 1] : q[0];
        if (least(fabs(a.x - b.x), fabs(a.y - b.y)) > STRAIGHT)
            return add_shape(p, q, count, paint);
    }
    for (int i = 0; i < pairs; i++) {
        Point a = q[i], b = i + 1 < count ? q[i + 1] : q[0];
        double dx = fabs(a.x - b.x), dy = fabs(a.y - b.y);
        int failed;
        if (most(dx, dy) < SHORT)
            continue;
        double half = paint->width / 2.0;
        if (dx >= dy && paint->width >= THICK) {
            double y = (a.y + b.y) / 2.0;
            Box bar = {least(a.x, b.x), y - half, most(a.x, b.x), y + half};
            failed = add_fill(p, bar, paint->stroke, &paint->clip);
        } else if (paint->width >= THICK) {
            double x = (a.x + b.x) / 2.0;
            Box bar = {x - half, least(a.y, b.y), x + half, most(a.y, b.y)};
            failed = add_fill(p, bar, paint->stroke, &paint->clip);
        } else if (dx >= dy) {
            double y = (a.y + b.y) / 2.0;
            failed = add_rule(p, least(a.x, b.x), y, most(a.x, b.x), y, paint->width, paint->stroke, &paint->clip);
        } else {
            double x = (a.x + b.x) / 2.0;
            failed = add_rule(p, x, least(a.y, b.y), x, most(a.y, b.y), paint->width, paint->stroke, &paint->clip);
        }
        if (failed < 0)
            return -1;
    }
    return 0;
}

static int add_thin(Page *p, Box b, int flat, const Paint *paint)
{
    double x = (b.x0 + b.x1) / 2.0, y = (b.y0 + b.y1) / 2.0;
    return flat ? add_rule(p, b.x0, y, b.x1, y, b.y1 - b.y0, paint->fill, &paint->clip)
                : add_rule(p, x, b.y0, x, b.y1, b.x1 - b.x0, paint->fill, &paint->clip);
}

static int add_rectangle(Page *p, const Point *q, int count, int closed, const Paint *paint)
{
    Box b = box_of(q, count);
    double width = b.x1 - b.x0, height = b.y1 - b.y0;
    if (least(width, height) < THIN)
        return add_thin(p, b, most(width, height) < THIN || height <= width, paint);
    if (add_fill(p, b, paint->fill, &paint->clip) < 0)
        return -1;
    return paint->stroked ? add_stroke(p, q, count, closed, paint) : 0;
}

static int add_polygon(Page *p, const Point *q, int count, const Paint *paint)
{
    Box b = box_of(q, count);
    double width = b.x1 - b.x0, height = b.y1 - b.y0;
    if (least(width, height) < THIN / 2.0 && most(width, height) >= THIN)
        return add_thin(p, b, width >= height, paint);
    return add_shape(p, q, count, paint);
}

static int add_outline(Page *p, int curved, int closed, const Paint *paint)
{
    const Point *q = p->points.at;
    int count = p->points.count;
    if (count < 2)
        return 0;
    if (curved)
        return add_shape(p, q, count, paint);
    if (paint->filled && is_rectangle(q, count))
        return add_rectangle(p, q, count, closed, paint);
    if (paint->stroked)
        return add_stroke(p, q, count, closed, paint);
    return add_polygon(p, q, count, paint);
}

/* The box that the clip path and the page leave; 0 when nothing is left. */
static int clip_of(Page *p, Handle item, Matrix outer, Box *box)
{
    box->x0 = box->y0 = 0.0;
    box->x1 = p->width;
    box->y1 = p->height;
    Handle clip = FPDFPageObj_GetClipPath(item);
    int paths = clip ? FPDFClipPath_CountPaths(clip) : 0;
    for (int i = 0; i < paths; i++) {
        int segments = FPDFClipPath_CountPathSegments(clip, i), any = 0;
        Box b = {0, 0, 0, 0};
        for (int k = 0; k < segments; k++) {
            float x, y;
            if (!FPDFPathSegment_GetPoint(FPDFClipPath_GetPathSegment(clip, i, k), &x, &y))
                continue;
            Point q = at(outer, x, y);
            if (!any) {
                b.x0 = b.x1 = q.x;
                b.y0 = b.y1 = q.y;
                any = 1;
            }
            b.x0 = least(b.x0, q.x), b.y0 = least(b.y0, q.y), b.x1 = most(b.x1, q.x), b.y1 = most(b.y1, q.y);
        }
        if (any) {
            box->x0 = most(box->x0, b.x0), box->y0 = most(box->y0, b.y0);
            box->x1 = least(box->x1, b.x1), box->y1 = least(box->y1, b.y1);
        }
    }
    return box->x0 <= box->x1 && box->y0 <= box->y1;
}

static int read_path(Page *p, Handle item, Matrix outer)
{
    int mode = 0, stroked = 0;
    unsigned int alpha;
    if (!FPDFPath_GetDrawMode(item, &mode, &stroked))
        return 0;
    Paint paint = {0, 0, 0, 0, 0.0, {0, 0, 0, 0}};
    if (mode) {
        paint.fill = color_of(item, 0, &alpha);
        paint.filled = alpha > 0;
    }
    if (stroked) {
        paint.stroke = color_of(item, 1, &alpha);
        paint.stroked = alpha > 0;
    }
    if (!paint.filled && !paint.stroked)
        return 0;
    Matrix m = times(matrix_of(item), outer);
    float width = 0;
    if (paint.stroked)
        FPDFPageObj_GetStrokeWidth(item, &width);
    paint.width = (double)width * sqrt(fabs(m.a * m.d - m.b * m.c));
    if (!clip_of(p, item, outer, &paint.clip))
        return 0;
    int segments = FPDFPath_CountSegments(item), curved = 0, closed = 0;
    p->points.count = 0;
    for (int i = 0; i < segments; i++) {
        Handle segment = FPDFPath_GetPathSegment(item, i);
        int kind = FPDFPathSegment_GetType(segment);
        float x, y;
        if (kind == MOVE_TO && p->points.count) {
            if (add_outline(p, curved, closed, &paint) < 0)
                return -1;
            p->points.count = curved = closed = 0;
        }
        if (!FPDFPathSegment_GetPoint(segment, &x, &y))
            continue;
        Point q = at(m, x, y);
        if (fabs(q.x) < FAR && fabs(q.y) < FAR && !(p->points.count && is_same(p->points.at[p->points.count - 1], q)) &&
            PUSH(p->points, q) < 0)
            return -1;
        curved = curved || kind == BEZIER_TO;
        closed = closed || FPDFPathSegment_GetClose(segment);
    }
    return add_outline(p, curved, closed, &paint);
}

/* Python values */

static PyObject *tuple_of(PyTypeObject *type, Py_ssize_t count) { return type->tp_alloc(type, count); }

/* Set floats from item `first` on; -1 on error. */
static int set_floats(PyObject *tuple, Py_ssize_t first, const double *values, int count)
{
    for (int i = 0; i < count; i++) {
        PyObject *value = PyFloat_FromDouble(values[i]);
        if (!value)
            return -1;
        PyTuple_SET_ITEM(tuple, first + i, value);
    }
    return 0;
}

static int set_int(PyObject *tuple, Py_ssize_t at, long value)
{
    PyObject *number = PyLong_FromLong(value);
    if (!number)
        return -1;
    PyTuple_SET_ITEM(tuple, at, number);
    return 0;
}

static int append(PyObject *list, PyObject *value)
{
    int failed = value ? PyList_Append(list, value) : -1;
    Py_XDECREF(value);
    return failed;
}

static int keep_image(Page *p, Handle item, Matrix outer)
{
    Box box = mapped(times(matrix_of(item), outer), 0.0, 0.0, 1.0, 1.0), clip;
    if (!clip_of(p, item, outer, &clip))
        return 0;
    double x0 = most(box.x0, clip.x0), y0 = most(box.y0, clip.y0);
    double x1 = least(box.x1, clip.x1), y1 = least(box.y1, clip.y1);
    unsigned int w = 0, h = 0;
    if (!(x0 < x1 && y0 < y1) || !FPDFImageObj_GetImagePixelSize(item, &w, &h))
        return 0;
    double corners[4] = {rounded(x0), rounded(y0), rounded(x1), rounded(y1)};
    PyObject *path = PyTuple_New(p->depth), *image = tuple_of(PlacedType, 8);
    if (!path || !image) {
        Py_XDECREF(path);
        Py_XDECREF(image);
        return -1;
    }
    PyTuple_SET_ITEM(image, 0, path);
    for (int i = 0; i < p->depth; i++)
        if (set_int(path, i, p->path[i]) < 0)
            goto failed;
    if (set_floats(image, 1, corners, 4) < 0 || set_int(image, 5, (long)w) < 0 || set_int(image, 6, (long)h) < 0 ||
        set_int(image, 7, FPDFPageObj_GetMarkedContentID(item)) < 0)
        goto failed;
    return append(p->images, image);
failed:
    Py_DECREF(image);
    return -1;
}

static int keep_shading(Page *p, Handle item, Matrix outer)
{
    Box clip;
    float left, bottom, right, top;
    if (!clip_of(p, item, outer, &clip) || !FPDFPageObj_GetBounds(item, &left, &bottom, &right, &top))
        return 0;
    Box box = mapped(outer, left, bottom, right, top);
    double x0 = most(box.x0, clip.x0), y0 = most(box.y0, clip.y0);
    double x1 = least(box.x1, clip.x1), y1 = least(box.y1, clip.y1);
    if (!(x0 < x1 && y0 < y1))
        return 0;
    ShapeItem s = {rounded(x0), rounded(y0), rounded(x1), rounded(y1), 0, 1};
    return PUSH(p->shapes, s);
}

static int read_object(Page *p, Handle item, Matrix outer)
{
    switch (FPDFPageObj_GetType(item)) {
    case OBJECT_TEXT:
        return PUSH(p->texts, item);
    case OBJECT_PATH:
        return read_path(p, item, outer);
    case OBJECT_IMAGE:
        return keep_image(p, item, outer);
    case OBJECT_SHADING:
        return keep_shading(p, item, outer);
    case OBJECT_FORM:
        break;
    default:
        return 0;
    }
    if (p->depth >= DEEPEST)
        return 0;
    Matrix inner = times(matrix_of(item), outer);
    int count = FPDFFormObj_CountObjects(item), level = p->depth++, failed = 0;
    for (int i = 0; i < count && !failed; i++) {
        p->path[level] = i;
        failed = read_object(p, FPDFFormObj_GetObject(item, (unsigned long)i), inner);
    }
    p->depth = level;
    return failed;
}

/* Grouping; see rows.py */

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

static int follows(const Rows *r, const Glyph *last, const Glyph *g, const Glyph *first)
{
    const Ink *a = ink_of(r, first), *b = ink_of(r, g);
    if (b->frame != a->frame)
        return 0;
    double size = most(a->size, b->size);
    if (fabs(g->v - first->v) > S.chain_level * size)
        return 0;
    double gap = g->u0 - last->u1, back = last->u0 - g->u1;
    if (-S.chain_back * size <= gap && gap <= S.chain_gap * size)
        return 1;
    return -S.chain_back * size <= back && back <= S.chain_gap * size &&
           (is_rtl(last->code) || is_rtl(g->code) || (last->code < 0x41 && g->code < 0x41));
}

static int add_chain(Rows *r, int first, int end)
{
    Chain c = {0, first, end, 0, 0, 0.0, 0.0, 0.0, 0.0};
    int any = 0;
    for (int i = first; i < end; i++) {
        const Glyph *g = &r->glyphs[i];
        const Ink *ink = ink_of(r, g);
        if (g->code == 32)
            continue;
        if (!any) {
            c.frame = ink->frame;
            c.v = g->v;
            c.u0 = g->u0;
            c.u1 = g->u1;
            c.size = ink->size;
            any = 1;
        }
        c.u0 = least(c.u0, g->u0);
        c.u1 = most(c.u1, g->u1);
        c.size = most(c.size, ink->size);
    }
    return any ? PUSH(r->chains, c) : 0;
}

static int chains_of(Rows *r)
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
    double gap = most(small->u0 - big->u1, big->u0 - small->u1);
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
            if (head->frame != c->frame || !(fabs(head->v - c->v) <= least(REACH, 4.0 * c->size)))
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

static int rows_of(Rows *r)
{
    if (r->chains.count)
        qsort(r->chains.at, (size_t)r->chains.count, sizeof(Chain), by_place);
    for (int i = 0; i < r->chains.count; i++) {
        Chain *c = &r->chains.at[i];
        const Chain *head = r->heads.count ? &r->chains.at[r->heads.at[r->heads.count - 1]] : NULL;
        if (!head || head->frame != c->frame || !(c->v - head->v <= r->level * least(head->size, c->size)))
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

static int bars_at(Rows *r, const Chain *row, int count)
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

/* Number the strip of each chain of a row; the number of strips, or -1. */
static int strips_of(Rows *r, const Chain *row, int count)
{
    r->strip_of.count = r->last_of.count = r->ends.count = 0;
    for (int k = 0; k < count; k++) {
        const Chain *c = &row[k];
        int best = -1;
        double near = INFINITY;
        for (int i = r->ends.count > OPEN_STRIPS ? r->ends.count - OPEN_STRIPS : 0; i < r->ends.count; i++) {
            double gap = c->u0 - r->ends.at[i];
            if (!(fabs(gap) < near))
                continue;
            double size = most(row[r->last_of.at[i]].size, c->size);
            if (-S.chain_back * size <= gap && gap <= S.strip_marker * size) {
                best = i;
                near = fabs(gap);
            }
        }
        if (best < 0) {
            best = r->ends.count;
            if (PUSH(r->last_of, k) < 0 || PUSH(r->ends, c->u1) < 0)
                return -1;
        } else {
            r->last_of.at[best] = k;
            r->ends.at[best] = most(r->ends.at[best], c->u1);
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
    return i < k ? -1 : i > k;
}

static int order_of(Rows *r, const Chain *row, int count, int strip)
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
        if (rtl) {
            sorted_glyphs = r->glyphs;
            qsort(r->order.at + start, (size_t)(r->order.count - start), sizeof(int), by_u);
        }
    }
    return 0;
}

static int word_gaps(Rows *r)
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

static int by_value(const void *x, const void *y)
{
    double a = *(const double *)x, b = *(const double *)y;
    return a < b ? -1 : a > b;
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
        qsort(r->widths.at, (size_t)r->widths.count, sizeof(double), by_value);
        *usual = most(0.25, r->widths.at[r->widths.count / 2]);
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
static int cuts_of(Rows *r)
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

typedef struct { double v, size, count; } Base;

/* Baseline and size that most glyphs of a part share. */
static int base_of(const Rows *r, const int *part, int count, double *v, double *size)
{
    VECTOR(Base) bases = {NULL, 0, 0};
    for (int k = 0; k < count; k++) {
        const Glyph *g = &r->glyphs[part[k]];
        double own = ink_of(r, g)->size;
        int i = 0;
        if (g->code == 32)
            continue;
        while (i < bases.count && !(bases.at[i].v == g->v && bases.at[i].size == own))
            i++;
        if (i < bases.count) {
            bases.at[i].count += 1.0;
        } else {
            Base fresh = {g->v, own, 1.0};
            if (PUSH(bases, fresh) < 0) {
                free(bases.at);
                return -1;
            }
        }
    }
    Base best = {0.0, 1.0, 0.0};
    for (int i = 0; i < bases.count; i++) {
        Base e = bases.at[i];
        int better;
        if (i == 0)
            better = 1;
        else if (e.size > best.size * 1.16)
            better = 3.0 * e.count >= best.count;
        else if (best.size > e.size * 1.16)
            better = e.count > 3.0 * best.count;
        else
            better = e.count > best.count;
        if (better)
            best = e;
    }
    free(bases.at);
    *v = best.v;
    *size = best.size;
    return 0;
}

static int tracking_of(Rows *r, const int *part, int count, double *tracking)
{
    const Glyph *last = NULL;
    r->widths.count = 0;
    for (int k = 0; k < count; k++) {
        const Glyph *g = &r->glyphs[part[k]];
        if (g->code != 32 && last && last->code != 32 && g->u1 > g->u0 &&
            PUSH(r->widths, (g->u0 - last->u1) / ink_of(r, g)->size) < 0)
            return -1;
        last = g;
    }
    *tracking = 0.0;
    if (r->widths.count >= 6) {
        qsort(r->widths.at, (size_t)r->widths.count, sizeof(double), by_value);
        *tracking = least(most(r->widths.at[(r->widths.count * 2) / 5], S.tracking_low), S.tracking_high);
    }
    return 0;
}

static int rise_of(const Ink *ink, double glyph_v, double baseline, double size)
{
    double shift = (baseline - glyph_v) / size;
    if (ink->frame == VERTICAL || ink->size > 0.95 * size)
        return 0;
    if (shift > S.script_rise)
        return 1;
    return shift < -S.script_rise && ink->size <= S.script_size * size ? -1 : 0;
}

static int is_space(int before, const Glyph *g, double gap, int spaced)
{
    int cjk = is_cjk(before) + is_cjk(g->code);
    if (cjk == 2)
        return gap > (spaced ? S.space_cjk_glyph : S.space_cjk);
    if (spaced)
        return gap > S.space_glyph;
    return gap > (cjk ? S.space_mixed : g->hint ? S.space_hint : S.space);
}

typedef struct { int start, rise, space; const Glyph *first, *last; double u0, u1; } Piece;

static PyObject *word_of(Rows *r, const Piece *piece)
{
    const Ink *ink = ink_of(r, piece->first);
    double c, s, v = piece->first->v;
    axes(ink->frame, &c, &s);
    double ws[2] = {v - ink->ascent * ink->size, v + ink->descent * ink->size}, us[2] = {piece->u0, piece->u1};
    Box b = {0, 0, 0, 0};
    for (int i = 0; i < 2; i++)
        for (int k = 0; k < 2; k++) {
            double x = us[i] * c - ws[k] * s, y = us[i] * s + ws[k] * c;
            int none = i + k == 0;
            b.x0 = none ? x : least(b.x0, x);
            b.y0 = none ? y : least(b.y0, y);
            b.x1 = none ? x : most(b.x1, x);
            b.y1 = none ? y : most(b.y1, y);
        }
    double baseline = fabs(s) > fabs(c) ? piece->u0 * c - v * s : piece->u0 * s + v * c;
    double values[5] = {rounded(b.x0), rounded(b.y0), rounded(b.x1), rounded(b.y1), rounded(baseline)};
    PyObject *style = style_of(r->page, ink->style, piece->rise);
    if (!style)
        return NULL;
    PyObject *text = PyUnicode_FromKindAndData(PyUnicode_4BYTE_KIND, r->codes.at + piece->start, r->codes.count - piece->start);
    PyObject *word = text ? tuple_of(WordType, 9) : NULL;
    if (!word) {
        Py_XDECREF(text);
        return NULL;
    }
    PyTuple_SET_ITEM(word, 0, text);
    PyTuple_SET_ITEM(word, 6, Py_NewRef(style));
    PyTuple_SET_ITEM(word, 7, PyBool_FromLong(piece->space));
    if (set_floats(word, 1, values, 5) < 0 || set_int(word, 8, ink->mcid) < 0) {
        Py_DECREF(word);
        return NULL;
    }
    return word;
}

/* The words of a part as a list, and what they need. */
static PyObject *words_of(Rows *r, const int *part, int count, double baseline, double size, int *wants)
{
    double tracking, reach = 0.0;
    int spaced = 0, open = 0, singles = 0, longest = 0;
    Piece piece = {0, 0, 0, NULL, NULL, 0.0, 0.0};
    PyObject *words = tracking_of(r, part, count, &tracking) < 0 ? NULL : PyList_New(0);
    if (!words)
        return NULL;
    *wants = 0;
    r->codes.count = 0;
    for (int k = 0; k <= count; k++) {
        const Glyph *g = k < count ? &r->glyphs[part[k]] : NULL;
        int rise = 0, space = 0, joins = 0;
        if (g && g->code == 32) {
            /* the space starts where the letter in front ends, even one that hangs over its width */
            spaced = open;
            reach = least(reach, g->u0);
            continue;
        }
        if (g) {
            const Ink *ink = ink_of(r, g);
            rise = rise_of(ink, g->v, baseline, size);
            if (open) {
                const Ink *own = ink_of(r, piece.first);
                space = is_space(piece.last->code, g, (g->u0 - reach) / ink->size - tracking, spaced);
                joins = !space && own->style == ink->style && own->mcid == ink->mcid && piece.rise == rise;
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
            Piece fresh = {r->codes.count, rise, space, g, g, g->u0, g->u1};
            piece = fresh;
        } else {
            piece.last = g;
            piece.u0 = least(piece.u0, g->u0);
            piece.u1 = most(piece.u1, g->u1);
        }
        if (PUSH(r->codes, (Py_UCS4)g->code) < 0) {
            Py_DECREF(words);
            return NULL;
        }
        *wants |= (is_rtl(g->code) ? WANTS_RTL : 0) | (is_odd(g->code) ? WANTS_ODD : 0);
        reach = open ? most(reach, g->u1) : g->u1;
        open = 1;
        spaced = 0;
    }
    if (longest >= 5)
        *wants |= WANTS_SPACED;
    return words;
}

static double item(PyObject *tuple, Py_ssize_t i) { return PyFloat_AsDouble(PyTuple_GET_ITEM(tuple, i)); }

static int angle_of(int frame)
{
    if (frame < 4)
        return 90 * frame;
    if (frame == VERTICAL)
        return 0;
    int degrees = frame - 4;
    if (degrees <= 10 || degrees >= 350)
        return 0;
    if (degrees <= 135)
        return 90;
    return degrees < 225 ? 180 : 270;
}

/* Steals `words`. */
static PyObject *line_of(PyObject *words, int frame, double baseline)
{
    PyObject *first = PyTuple_GET_ITEM(words, 0);
    double values[5] = {item(first, 1), item(first, 2), item(first, 3), item(first, 4), 0.0}, c, s;
    for (Py_ssize_t i = 1; i < PyTuple_GET_SIZE(words); i++) {
        PyObject *w = PyTuple_GET_ITEM(words, i);
        values[0] = least(values[0], item(w, 1));
        values[1] = least(values[1], item(w, 2));
        values[2] = most(values[2], item(w, 3));
        values[3] = most(values[3], item(w, 4));
    }
    axes(frame, &c, &s);
    if (fabs(s) > fabs(c))
        values[4] = frame < 4 || frame == VERTICAL ? -baseline * s : item(first, 5);
    else
        values[4] = frame < 4 ? baseline * c : item(first, 5);
    values[4] = rounded(values[4]);
    PyObject *line = tuple_of(LineType, 8);
    if (!line) {
        Py_DECREF(words);
        return NULL;
    }
    PyTuple_SET_ITEM(line, 0, words);
    PyTuple_SET_ITEM(line, 7, PyBool_FromLong(frame == VERTICAL));
    if (set_floats(line, 1, values, 5) < 0 || set_int(line, 6, angle_of(frame)) < 0 || PyErr_Occurred()) {
        Py_DECREF(line);
        return NULL;
    }
    return line;
}

static int add_line(Rows *r, const int *part, int count, int frame)
{
    double baseline, size;
    int wants = 0, key = part[0];
    if (base_of(r, part, count, &baseline, &size) < 0)
        return -1;
    PyObject *list = words_of(r, part, count, baseline, size, &wants);
    PyObject *words = list ? PyList_AsTuple(list) : NULL;
    Py_XDECREF(list);
    if (words && wants) {
        PyObject *mended = PyObject_CallFunction(r->page->mend, "Ni", words, wants);
        words = mended;
        if (mended && !PyTuple_Check(mended)) {
            PyErr_SetString(PyExc_TypeError, "mend must return a tuple");
            Py_DECREF(mended);
            return -1;
        }
    }
    if (!words)
        return -1;
    if (!PyTuple_GET_SIZE(words)) {
        Py_DECREF(words);
        return 0;
    }
    for (int k = 1; k < count; k++)
        key = part[k] < key ? part[k] : key;
    Found found = {key, line_of(words, frame, baseline)};
    if (!found.line || PUSH(r->found, found) < 0) {
        Py_XDECREF(found.line);
        return -1;
    }
    return 0;
}

static int add_row(Rows *r, const Chain *row, int count)
{
    int strips = bars_at(r, row, count) < 0 ? -1 : strips_of(r, row, count);
    for (int strip = 0; strip < strips; strip++) {
        if (order_of(r, row, count, strip) < 0 || word_gaps(r) < 0 || cuts_of(r) < 0)
            return -1;
        int start = 0;
        for (int i = 0; i <= r->gaps.count; i++) {
            int end = i < r->gaps.count ? r->gaps.at[i].at : r->order.count;
            if (i < r->gaps.count && !r->gaps.at[i].spaced)
                continue;
            if (add_line(r, r->order.at + start, end - start, row[0].frame) < 0)
                return -1;
            start = end;
        }
    }
    return strips < 0 ? -1 : 0;
}

static int by_key(const void *x, const void *y)
{
    const Found *a = x, *b = y;
    return a->key < b->key ? -1 : a->key > b->key;
}

static PyObject *lines_of(Page *p, const Glyph *glyphs, int count, double level)
{
    Rows r;
    PyObject *lines = NULL;
    memset(&r, 0, sizeof r);
    r.page = p;
    r.glyphs = glyphs;
    r.count = count;
    r.level = level;
    int failed = chains_of(&r) < 0 || rows_of(&r) < 0;
    for (int i = 0, end; !failed && i < r.chains.count; i = end) {
        for (end = i + 1; end < r.chains.count && r.chains.at[end].row == r.chains.at[i].row; end++)
            ;
        failed = add_row(&r, r.chains.at + i, end - i) < 0;
    }
    if (!failed && r.found.count)
        qsort(r.found.at, (size_t)r.found.count, sizeof(Found), by_key);
    if (!failed)
        lines = PyList_New(r.found.count);
    for (int i = 0; i < r.found.count; i++) {
        if (lines)
            PyList_SET_ITEM(lines, i, r.found.at[i].line);
        else
            Py_DECREF(r.found.at[i].line);
    }
    free(r.chains.at), free(r.heads.at), free(r.bars.at), free(r.strip_of.at), free(r.last_of.at), free(r.ends.at);
    free(r.order.at), free(r.gaps.at), free(r.widths.at), free(r.codes.at), free(r.found.at);
    return lines;
}

/* Results */

static PyObject *rules_list(const Page *p)
{
    PyObject *list = PyList_New(0);
    for (int i = 0; list && i < p->rules.count; i++) {
        const RuleItem *r = &p->rules.at[i];
        double values[5] = {r->x0, r->y0, r->x1, r->y1, r->width};
        PyObject *t = tuple_of(RuleType, 6);
        if (t && (set_floats(t, 0, values, 5) < 0 || set_int(t, 5, r->color) < 0))
            Py_CLEAR(t);
        if (append(list, t) < 0)
            Py_CLEAR(list);
    }
    return list;
}

static PyObject *fills_list(const Page *p)
{
    PyObject *list = PyList_New(0);
    for (int i = 0; list && i < p->fills.count; i++) {
        const FillItem *f = &p->fills.at[i];
        double values[4] = {f->x0, f->y0, f->x1, f->y1};
        PyObject *t = tuple_of(FillType, 5);
        if (t && (set_floats(t, 0, values, 4) < 0 || set_int(t, 4, f->color) < 0))
            Py_CLEAR(t);
        if (append(list, t) < 0)
            Py_CLEAR(list);
    }
    return list;
}

static PyObject *shapes_list(const Page *p)
{
    PyObject *list = PyList_New(0);
    for (int i = 0; list && i < p->shapes.count; i++) {
        const ShapeItem *s = &p->shapes.at[i];
        double values[4] = {s->x0, s->y0, s->x1, s->y1};
        PyObject *t = tuple_of(ShapeType, 6);
        if (t && (set_floats(t, 0, values, 4) < 0 || set_int(t, 4, s->parts) < 0))
            Py_CLEAR(t);
        if (t)
            PyTuple_SET_ITEM(t, 5, PyBool_FromLong(s->filled));
        if (append(list, t) < 0)
            Py_CLEAR(list);
    }
    return list;
}

static void free_page(Page *p)
{
    for (int i = 0; i < p->styles.count; i++)
        for (int k = 0; k < 3; k++)
            Py_XDECREF(p->styles.at[i].made[k]);
    Py_XDECREF(p->images);
    free(p->fonts.at), free(p->styles.at), free(p->inks.at), free(p->visible.at), free(p->invisible.at);
    free(p->rules.at), free(p->fills.at), free(p->shapes.at), free(p->points.at), free(p->seen.at), free(p->cells);
    free(p->texts.at), free(p->owners.at);
}

static int read_all(Page *p)
{
    int count = FPDFPage_CountObjects(p->page), failed = 0;
    for (int i = 0; i < count && !failed; i++) {
        p->depth = 1;
        p->path[0] = i;
        failed = read_object(p, FPDFPage_GetObject(p->page, i), p->view);
    }
    Handle text = failed ? NULL : FPDFText_LoadPage(p->page);
    if (text) {
        failed = read_text(p, text);
        FPDFText_ClosePage(text);
    }
    if (!failed)
        embolden(p);
    return failed;
}

static PyObject *read_page(PyObject *self, PyObject *args)
{
    (void)self;
    unsigned long long address;
    Page p;
    memset(&p, 0, sizeof p);
    p.last_hand = p.last_index = -1;
    if (!PyArg_ParseTuple(args, "K(dddddd)ddOO", &address, &p.view.a, &p.view.b, &p.view.c, &p.view.d, &p.view.e,
                          &p.view.f, &p.width, &p.height, &p.make_style, &p.mend))
        return NULL;
    if (!bound || !address) {
        PyErr_SetString(PyExc_ValueError, "bind() first, and give a page");
        return NULL;
    }
    p.page = (Handle)(uintptr_t)address;
    p.images = PyList_New(0);
    PyObject *parts[5] = {NULL, NULL, NULL, NULL, NULL}, *result = NULL;
    if (p.images && read_all(&p) == 0) {
        parts[0] = lines_of(&p, p.visible.at, p.visible.count, S.row_level);
        parts[1] = parts[0] ? lines_of(&p, p.invisible.at, p.invisible.count, S.row_level_hidden) : NULL;
        parts[2] = parts[1] ? rules_list(&p) : NULL;
        parts[3] = parts[2] ? fills_list(&p) : NULL;
        parts[4] = parts[3] ? shapes_list(&p) : NULL;
        if (parts[4])
            result = Py_BuildValue("OO(OOO)Olll(llll)", parts[0], parts[1], parts[2], parts[3], parts[4], p.images,
                                   p.glyphs, p.lost, p.doubtful, p.quarters[0], p.quarters[1], p.quarters[2],
                                   p.quarters[3]);
    }
    for (int i = 0; i < 5; i++)
        Py_XDECREF(parts[i]);
    free_page(&p);
    return result;
}

/* Structure elements; see structure.py */

enum { MOST_ELEMENTS = 20000, DEEPEST_ELEMENT = 64 };

typedef struct { PyObject *list; int left; } Walk;

/* The UTF-16 string that a function of PDFium gives, stripped. */
static PyObject *wide(unsigned long (*get)(Handle, void *, unsigned long), Handle element)
{
    char near[256], *buffer = near;
    unsigned long size = get(element, NULL, 0);
    if (size <= 2)
        return PyUnicode_FromString("");
    if (size > sizeof near && !(buffer = malloc(size)))
        return PyErr_NoMemory();
    get(element, buffer, size);
    int order = -1;
    PyObject *text = PyUnicode_DecodeUTF16(buffer, (Py_ssize_t)size - 2, "replace", &order);
    if (buffer != near)
        free(buffer);
    return text;
}

static int walk_element(Walk *w, Handle element, long parent, int depth)
{
    if (w->left <= 0 || depth >= DEEPEST_ELEMENT)
        return 0;
    w->left--;
    PyObject *ids = PyList_New(0), *role = wide(FPDF_StructElement_GetType, element);
    int figure = role && (PyUnicode_CompareWithASCIIString(role, "Figure") == 0 ||
                          PyUnicode_CompareWithASCIIString(role, "Formula") == 0);
    PyObject *alt = figure ? wide(FPDF_StructElement_GetAltText, element) : PyUnicode_FromString("");
    long own = (long)PyList_GET_SIZE(w->list);
    PyObject *entry = ids && role && alt ? Py_BuildValue("(lOOO)", parent, role, alt, ids) : NULL;
    int failed = append(w->list, entry);
    int count = failed ? 0 : FPDF_StructElement_CountChildren(element);
    for (int i = 0; i < count && !failed; i++) {
        int id = FPDF_StructElement_GetChildMarkedContentID(element, i);
        Handle child = id >= 0 ? NULL : FPDF_StructElement_GetChildAtIndex(element, i);
        if (id >= 0)
            failed = append(ids, PyLong_FromLong(id));
        else if (child)
            failed = walk_element(w, child, own, depth + 1);
    }
    Py_XDECREF(ids);
    Py_XDECREF(role);
    Py_XDECREF(alt);
    return failed;
}

static PyObject *read_elements(PyObject *self, PyObject *args)
{
    (void)self;
    unsigned long long address;
    if (!PyArg_ParseTuple(args, "K", &address))
        return NULL;
    if (!bound || !address) {
        PyErr_SetString(PyExc_ValueError, "bind() first, and give a page");
        return NULL;
    }
    Walk w = {PyList_New(0), MOST_ELEMENTS};
    Handle tree = w.list ? FPDF_StructTree_GetForPage((Handle)(uintptr_t)address) : NULL;
    if (!tree)
        return w.list;
    int count = FPDF_StructTree_CountChildren(tree), failed = 0;
    for (int i = 0; i < count && !failed; i++) {
        Handle child = FPDF_StructTree_GetChildAtIndex(tree, i);
        if (child)
            failed = walk_element(&w, child, -1, 0);
    }
    FPDF_StructTree_Close(tree);
    if (failed)
        Py_CLEAR(w.list);
    return w.list;
}

static int set_type(PyTypeObject **slot, PyObject *value, Py_ssize_t fields)
{
    PyObject *names = PyType_Check(value) ? PyObject_GetAttrString(value, "_fields") : NULL;
    Py_ssize_t count = names ? PyObject_Length(names) : -1;
    Py_XDECREF(names);
    if (count != fields || !PyType_IsSubtype((PyTypeObject *)value, &PyTuple_Type)) {
        PyErr_Clear();
        PyErr_SetString(PyExc_TypeError, "a named tuple class does not have the fields that the accelerator fills");
        return -1;
    }
    Py_INCREF(value);
    *slot = (PyTypeObject *)value;
    return 0;
}

static int set_codes(PyObject *text, int *codes, int room, int *count)
{
    Py_ssize_t size = PyUnicode_GetLength(text);
    if (size < 0 || size > room) {
        PyErr_SetString(PyExc_ValueError, "too many characters in a set");
        return -1;
    }
    for (Py_ssize_t i = 0; i < size; i++)
        codes[i] = (int)PyUnicode_READ_CHAR(text, i);
    *count = (int)size;
    return 0;
}

static PyObject *bind(PyObject *self, PyObject *args)
{
    (void)self;
    const char *path;
    PyObject *spacing, *types[6], *bullet_text, *division_text;
    if (!PyArg_ParseTuple(args, "sO!(OOOOOO)UU", &path, &PyTuple_Type, &spacing, &types[0], &types[1], &types[2],
                          &types[3], &types[4], &types[5], &bullet_text, &division_text))
        return NULL;
    if (PyTuple_GET_SIZE(spacing) != SPACING_COUNT) {
        PyErr_SetString(PyExc_ValueError, "the spacing has other fields than the accelerator knows");
        return NULL;
    }
    double *slot = (double *)&S;
    for (Py_ssize_t i = 0; i < SPACING_COUNT; i++)
        slot[i] = PyFloat_AsDouble(PyTuple_GET_ITEM(spacing, i));
    if (PyErr_Occurred() || set_codes(bullet_text, bullets, 64, &bullet_count) < 0 ||
        set_codes(division_text, divisions, 32, &division_count) < 0)
        return NULL;
    if (set_type(&WordType, types[0], 9) < 0 || set_type(&LineType, types[1], 8) < 0 ||
        set_type(&RuleType, types[2], 6) < 0 || set_type(&FillType, types[3], 5) < 0 ||
        set_type(&ShapeType, types[4], 6) < 0 || set_type(&PlacedType, types[5], 8) < 0)
        return NULL;
    void *library = dlopen(path, RTLD_NOW | RTLD_NOLOAD);
    if (!library)
        return PyErr_Format(PyExc_ImportError, "PDFium is not loaded from %s", path);
#define RESOLVE(name, result, arguments) \
    *(void **)&name = dlsym(library, #name); \
    if (!name) \
        return PyErr_Format(PyExc_ImportError, "this PDFium has no " #name);
    PDFIUM_FUNCTIONS(RESOLVE)
    bound = 1;
    PyObject *names = PyTuple_New(SPACING_COUNT);
    for (Py_ssize_t i = 0; names && i < SPACING_COUNT; i++) {
        PyObject *name = PyUnicode_FromString(spacing_names[i]);
        if (!name)
            Py_CLEAR(names);
        else
            PyTuple_SET_ITEM(names, i, name);
    }
    return names;
}

static PyMethodDef methods[] = {
    {"bind", bind, METH_VARARGS,
     "bind(path, spacing, types, bullets, divisions): take PDFium's functions from a loaded library; gives the names "
     "of the spacing fields in the order in which they were read."},
    {"read_page", read_page, METH_VARARGS,
     "read_page(page, view, width, height, make_style, mend): everything on a page, see glyphs.RawPage."},
    {"read_elements", read_elements, METH_VARARGS,
     "read_elements(page): the page's structure elements as (parent, role, alt, marked-content ids), parents first."},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef module = {
    PyModuleDef_HEAD_INIT, "quire.read._pdfium", "The bulk reader of PDF pages.", -1, methods, NULL, NULL, NULL, NULL,
};

PyMODINIT_FUNC PyInit__pdfium(void) { return PyModule_Create(&module); }
