/* What the parts of the accelerator share: PDFium's functions, the spacing, the page in the making.
 *
 * The accelerator reads a whole page out of PDFium in one call and groups its glyphs to words and lines. It is the
 * twin of twin.py, twin_text.py, twin_art.py, strokes.py, rows.py, cuts.py, words.py and lines.py: every function has
 * its counterpart with the same name there, and results are equal to the last bit (tests compare them). Compile
 * without contraction of floating point operations, or that stops being true on machines with fused multiply-add.
 *
 * PDFium is not linked: bind() gets the path of the library that pypdfium2 has loaded already, so handles made
 * through pypdfium2 are valid here. The prototypes below are those of PDFium's public headers (fpdfview.h,
 * fpdf_text.h, fpdf_edit.h, fpdf_transformpage.h, fpdf_structtree.h).
 */
#ifndef QUIRE_READER_H
#define QUIRE_READER_H

#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Names like times and at are libc's too: nothing but the module's own entry is seen from outside. */
#pragma GCC visibility push(hidden)

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
    X(FPDFPageObj_CountMarks, int, (Handle)) \
    X(FPDFPageObj_GetMark, Handle, (Handle, unsigned long)) \
    X(FPDFPageObjMark_GetParamStringValue, int, (Handle, const char *, void *, unsigned long, unsigned long *)) \
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
#define DECLARE(name, result, arguments) extern result(*name) arguments;
PDFIUM_FUNCTIONS(DECLARE)

/* The fields of spacing.Spacing in its order. */
#define SPACING_FIELDS(X) \
    X(snap) X(tiny) X(ascent_low) X(ascent_high) X(descent_low) X(descent_high) X(twin) X(chain_level) X(chain_gap) \
    X(chain_back) X(row_level) X(row_level_hidden) X(script_size) X(script_up) X(script_down) X(script_gap) \
    X(script_rise) X(strip) X(strip_marker) X(cut) X(cut_near) X(cut_sure) X(cut_ratio) X(cut_cjk) X(even_count) X(even_count_whole) X(usual_figures) X(even) \
    X(space) X(space_seen) X(space_hint) X(space_glyph) X(space_cjk) X(space_cjk_glyph) X(space_mixed) X(tracking_low) X(tracking_high) X(tracking_spaced) \
    X(rule_reach)
#define DECLARE_DOUBLE(name) double name;
typedef struct { SPACING_FIELDS(DECLARE_DOUBLE) } Spacing;
extern Spacing S;

extern PyTypeObject *WordType, *LineType, *RuleType, *FillType, *ShapeType, *PlacedType;
extern int bound; /* whether bind() has been called */

/* characters.BULLETS and characters.DIVISIONS, handed over by bind() */
extern int bullets[64], bullet_count, divisions[32], division_count;

#define THICK 6.0
enum { OBJECT_TEXT = 1, OBJECT_PATH = 2, OBJECT_IMAGE = 3, OBJECT_SHADING = 4, OBJECT_FORM = 5 };
enum { BEZIER_TO = 1, MOVE_TO = 2 };
enum { OPEN_STRIPS = 256, VERTICAL = 400, DEEPEST = 24, NOTHING = -1 };
enum { TEXT, LARGE_SIGNS, SYMBOL_SIGNS, OTHER_SIGNS, LIBERTINE };
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
typedef struct { char name[512]; int flags, weight, italic, kind; double ascent, descent; Handle handle; } Font;
typedef struct { int font, tenths, color, bold; PyObject *made[3]; } StyleEntry;
typedef struct { int style, frame, mcid; double size, ascent, descent; } Ink;
typedef struct { int ink, bold_ink, hidden, dead, kind; } Hand;
typedef struct { int code, ink, hint; double u0, u1, v; } Glyph;
typedef struct { int frame, first, end, row, strip, inside; double v, u0, u1, size; } Chain;
typedef struct { double u, v0, v1; } Bar;
typedef struct { double x0, y0, x1, y1, width; int color; } RuleItem;
typedef struct { double x0, y0, x1, y1; int color; } FillItem;
typedef struct { double x0, y0, x1, y1; int parts, filled; } ShapeItem;
typedef struct { double x, y; int index, next; } Seen;
typedef struct { int code, column, row, head, tail; } Cell;
typedef struct { Handle item; int ink; } Owner;
typedef struct { Handle mark, owner; int first, count, whole, objects; double x, y, x0, x1, most, v; } Told;
typedef struct { int at, spaced, before, one, apart; double whole, net; } Gap;
typedef struct { int key; PyObject *line; } Found;

/* A growing array of T. */
#define VECTOR(T) struct { T *at; int count, room; }
#define GROW(v) ((v).count < (v).room || grow((void **)&(v).at, &(v).room, sizeof *(v).at) == 0)
#define RESERVE(v, count) reserve((void **)&(v).at, &(v).room, sizeof *(v).at, count)
#define PUSH(v, ...) (GROW(v) ? ((v).at[(v).count++] = __VA_ARGS__, 0) : -1)

int grow(void **at, int *room, size_t size);
int reserve(void **at, int *room, size_t size, int count);

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
    VECTOR(Told) told;    /* stretches with a text of their own */
    VECTOR(int) strays;   /* visible marks away from the letter before them */
    int cluster, parted;  /* of `told`, at hand; -1 for none. Whether further letters of a stretch are */
    Cell *cells;
    int cell_mask;
    PyObject *images;
    int last_hand, dropped, hint, last_index;
    Glyph last, letter; /* the last one, and the last one that is no mark */
    int back;           /* whether the last one follows the one before it to the right */
    double last_x, last_y;
    long glyphs, lost, doubtful, quarters[4];
    int depth;
    int path[DEEPEST + 1];
} Page;

/* Arithmetic that the Python twin does in the same order */

/* What floor() says, without a call: compilers have an instruction for it on newer processors only. */
static inline double floored(double value)
{
    if (!(value > -1e15 && value < 1e15))
        return value; /* whole already, or no number */
    double whole = (double)(long long)value;
    return whole > value ? whole - 1.0 : whole;
}

static inline double rounded(double value) { return floored(value * 100.0 + 0.5) / 100.0; }
static inline double least(double a, double b) { return b < a ? b : a; }
static inline double most(double a, double b) { return b > a ? b : a; }

static inline Matrix times(Matrix i, Matrix o)
{
    Matrix m = {i.a * o.a + i.b * o.c, i.a * o.b + i.b * o.d, i.c * o.a + i.d * o.c, i.c * o.b + i.d * o.d,
                i.e * o.a + i.f * o.c + o.e, i.e * o.b + i.f * o.d + o.f};
    return m;
}

static inline Point at(Matrix m, double x, double y)
{
    Point p = {m.a * x + m.c * y + m.e, m.b * x + m.d * y + m.f};
    return p;
}

static inline Box mapped(Matrix m, double x0, double y0, double x1, double y1)
{
    Point p = at(m, x0, y0), q = at(m, x0, y1), r = at(m, x1, y0), s = at(m, x1, y1);
    Box box = {least(least(p.x, q.x), least(r.x, s.x)), least(least(p.y, q.y), least(r.y, s.y)),
               most(most(p.x, q.x), most(r.x, s.x)), most(most(p.y, q.y), most(r.y, s.y))};
    return box;
}

void turned_axes(int frame, double *cosine, double *sine);

static inline void axes(int frame, double *cosine, double *sine)
{
    static const double quarter[4][2] = {{1.0, 0.0}, {0.0, 1.0}, {-1.0, 0.0}, {0.0, -1.0}};
    if (frame >= 4) {
        turned_axes(frame, cosine, sine);
        return;
    }
    *cosine = quarter[frame][0];
    *sine = quarter[frame][1];
}

int frame_of(double degrees);

/* inks.c */
int font_of(Page *p, Handle font);
int style_index(Page *p, int font, int tenths, int color, int bold);
PyObject *style_of(Page *p, int index, int rise);
int color_of(Handle item, int stroke, unsigned int *alpha);

/* text.c */
int read_text(Page *p, Handle text);
void embolden(Page *p);

/* clusters.c */
int told_again(Page *p, Handle text, int i, Handle owner);
void widen(Page *p);
int gather_marks(Page *p);

/* art.c */
int read_object(Page *p, Handle item, Matrix outer);

/* lines.c */
PyObject *lines_of(Page *p, const Glyph *glyphs, int count, double level);

/* elements.c */
PyObject *read_elements(PyObject *self, PyObject *args);

#endif
