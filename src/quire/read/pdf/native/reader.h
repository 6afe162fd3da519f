/* What the parts of the accelerator share: PDFium's functions, the spacing thresholds, the page that is read.
 *
 * The accelerator reads a whole page from PDFium in one call and groups its glyphs into words and lines. The Python
 * reader (../python_reader.py) does the same: each file here has a counterpart of the same name there (page_text.c:
 * python_reader_text.py, page_objects.c: python_reader_objects.py and path_shapes.py), with the same functions and the
 * same constants, and the results are equal in every bit (tests compare them). Compile without contraction of floating
 * point operations: on machines with fused multiply-add the results would differ.
 *
 * PDFium is not linked: bind() gets the path of the library that quire.read.pdf.pdfium has loaded, so its handles
 * are valid here. The prototypes below are those of PDFium's public headers (fpdfview.h,
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

/* The fields of spacing_thresholds.Spacing in its order. */
#define SPACING_FIELDS(X) \
    X(upright_tolerance) X(least_size) X(ascent_low) X(ascent_high) X(descent_low) X(descent_high) X(double_print) \
    X(chain_baseline_step) X(chain_gap) X(chain_back) X(row_baseline_step) X(row_baseline_step_hidden) \
    X(script_size) X(script_up) X(script_down) X(script_gap) X(script_least_shift) X(line_gap_limit) \
    X(marker_gap_limit) X(line_gap) X(line_gap_near) X(line_gap_certain) X(line_gap_ratio) X(line_gap_cjk) \
    X(justified_count) X(justified_count_one_object) X(figure_gap) X(justified_ratio) X(space) X(space_reported) \
    X(space_overhang) X(space_glyph) X(space_cjk) X(space_cjk_glyph) X(space_mixed) X(tracking_low) X(tracking_high) \
    X(tracking_spaced) X(rule_overlap)
#define DECLARE_DOUBLE(name) double name;
typedef struct { SPACING_FIELDS(DECLARE_DOUBLE) } Spacing;
extern Spacing S;

extern PyTypeObject *WordType, *LineType, *RuleType, *FillType, *ShapeType, *PlacedImageType;
extern int bound; /* whether bind() has been called */

/* character_classes.BULLETS and DIVISION_SUFFIXES, passed to bind() */
extern int bullets[64], bullet_count, division_suffixes[32], division_suffix_count;

#define MIN_BAND_WIDTH 6.0
#define OPAQUE 250 /* as in visibility.py */
enum { OBJECT_TEXT = 1, OBJECT_PATH = 2, OBJECT_IMAGE = 3, OBJECT_SHADING = 4, OBJECT_FORM = 5 };
enum { BEZIER_TO = 1, MOVE_TO = 2 };
enum { CURVE_POINTS = 4 }; /* of a Bezier curve with its start */
enum { VERTICAL = 400, MAX_FORM_DEPTH = 24, NO_CHARACTER = -1 };
enum { TEXT_FONT, TEX_EXTENSION_FONT, TEX_SYMBOL_FONT, TEX_ITALIC_FONT };
enum { OTHER_SYMBOL_FONT = TEX_ITALIC_FONT + 1, LIBERTINE_FONT, WINDOWS_FONT, TEX_BITMAP_FONT };
enum { REPAIR_RTL = 1, REPAIR_LETTER_SPACED = 2, REPAIR_FOLDABLE = 4 };
#define FAR 1e6
#define MAX_RULE_WIDTH 3.0
#define AXIS_TOLERANCE 0.6
#define MIN_SEGMENT 0.05
#define SAME_POINT_TOLERANCE 0.005

typedef struct { double a, b, c, d, e, f; } Matrix;
typedef struct { double x0, y0, x1, y1; } Box;
typedef struct { double x, y; } Point;
typedef struct { char name[512]; int flags, weight, italic, kind; double ascent, descent; Handle handle; } Font;
typedef struct { int font, tenths, color, bold; PyObject *made[3]; } StyleEntry;
typedef struct { int style, frame, mcid; double size, ascent, descent; } GlyphRun;
typedef struct { /* suspect: an index, -1: none; form: the matrix of the form that it stands in, start and (ux, uy): its line */
    int run, bold_run, hidden, dead, kind, suspect, in_form;
    Matrix form;
    Point start;
    double ux, uy;
} TextObject;
typedef struct { int code, run, hint; double u0, u1, v; } Glyph;
typedef struct { int frame, first, end, row, strip, inside; double v, u0, u1, size; } Chain;
typedef struct { double u, v0, v1; } CrossRule;
typedef struct { double x0, y0, x1, y1, width; int color; } RuleItem;
typedef struct { double x0, y0, x1, y1; int color; } FillItem;
typedef struct { double x0, y0, x1, y1; int parts, filled; } ShapeItem;
typedef struct { double x, y; int index, next; } Seen;
typedef struct { int code, column, row, head, tail; } Cell;
typedef struct { Handle item; int run; } Owner;
/* clip: what its clip path leaves of the page; drawn: shapes in front of it have drawn its letters */
typedef struct { Handle item; Box box, clip; int suspect, cut, drawn; } TextPlace;
typedef struct { Box box; int color; } Cover; /* color -1: an image or shading */
typedef struct {
    Handle mark, owner;
    int first, count, complete, object_count;
    double x, y, x0, x1, largest_area, baseline;
} MarkedText;
typedef struct { int position, has_space, before, same_object, interrupted; double width, net_width; } Gap;
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
    PyObject *make_style, *repair_words, *show_ink, *shown_ink;
    VECTOR(Font) fonts;
    VECTOR(StyleEntry) styles;
    VECTOR(GlyphRun) runs;
    VECTOR(Glyph) visible;
    VECTOR(Glyph) invisible;
    VECTOR(RuleItem) rules;
    VECTOR(FillItem) fills;
    VECTOR(ShapeItem) shapes;
    VECTOR(Point) points;
    VECTOR(Seen) seen;
    VECTOR(TextPlace) texts; /* all text objects */
    VECTOR(TextPlace) suspects; /* those that may be invisible, by address */
    VECTOR(Cover) covers; /* opaque paint */
    VECTOR(Owner) owners; /* those that have glyphs, by address once sorted */
    VECTOR(MarkedText) marked_texts;    /* parts of the page with an ActualText */
    VECTOR(int) stray_marks;   /* visible marks that are not at the letter before them */
    long visibility_checks;
    int opaque; /* whether the path that is being read is painted opaquely */
    Handle last_path; /* painted just before, or before the transparent texts just before; else NULL */
    Matrix last_path_outer;
    const char *ink; /* of the suspects, see visibility.py; NULL: unknown */
    int ink_width, ink_height, last_unseen;
    int cluster, resumed;  /* the open one of `marked_texts`, -1: none; whether an earlier one is resumed */
    Cell *cells;
    int cell_mask;
    PyObject *images;
    int last_object, dropped, hint, last_index;
    Glyph last, letter; /* the last one, and the last one that is not a mark */
    int last_letter;    /* its code */
    int back;           /* whether the letters of its ligature come last letter first; -1: not known */
    double last_x, last_y;
    long glyph_count, unmapped, guessed, quarter_turns[4];
    int depth;
    int path[MAX_FORM_DEPTH + 1];
} Page;

/* Arithmetic in the order of the Python reader */

/* What floor() says, without a call: compilers have an instruction for it on newer processors only. */
static inline double floored(double value)
{
    if (!(value > -1e15 && value < 1e15))
        return value; /* whole already, or no number */
    double whole = (double)(long long)value;
    return whole > value ? whole - 1.0 : whole;
}

static inline double rounded(double value) { return floored(value * 100.0 + 0.5) / 100.0; }
static inline double minimum(double a, double b) { return b < a ? b : a; }
static inline double maximum(double a, double b) { return b > a ? b : a; }

static inline Matrix multiply(Matrix i, Matrix o)
{
    Matrix m = {i.a * o.a + i.b * o.c, i.a * o.b + i.b * o.d, i.c * o.a + i.d * o.c, i.c * o.b + i.d * o.d,
                i.e * o.a + i.f * o.c + o.e, i.e * o.b + i.f * o.d + o.f};
    return m;
}

static inline Point map_point(Matrix m, double x, double y)
{
    Point p = {m.a * x + m.c * y + m.e, m.b * x + m.d * y + m.f};
    return p;
}

static inline Box map_box(Matrix m, double x0, double y0, double x1, double y1)
{
    Point p = map_point(m, x0, y0), q = map_point(m, x0, y1), r = map_point(m, x1, y0), s = map_point(m, x1, y1);
    Box box = {minimum(minimum(p.x, q.x), minimum(r.x, s.x)), minimum(minimum(p.y, q.y), minimum(r.y, s.y)),
               maximum(maximum(p.x, q.x), maximum(r.x, s.x)), maximum(maximum(p.y, q.y), maximum(r.y, s.y))};
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

/* page_fonts.c */
int font_of(Page *p, Handle font);
int style_index(Page *p, int font, int tenths, int color, int bold);
PyObject *style_of(Page *p, int index, int rise);
int color_of(Handle item, int stroke, unsigned int *alpha);

/* page_text.c */
int read_text(Page *p, Handle text);
int restore_repeated(Page *p);

/* glyph_clusters.c */
int repeats_marked_text(Page *p, Handle text, int i, Handle owner);
void widen_clusters(Page *p);
int gather_marks(Page *p);

/* page_objects.c */
int read_object(Page *p, Handle item, Matrix outer);

/* visibility.c */
int note_text(Page *p, Handle item, Matrix outer);
int note_cover(Page *p, Box box, int color);
int look_at_suspects(Page *p);
int suspect_of(const Page *p, Handle item);
int is_unseen(const Page *p, int suspect, Box cell);

/* page_objects.c */
int clip_of(Page *p, Handle item, Matrix outer, Box *box);

/* glyph_lines.c */
PyObject *lines_of(Page *p, const Glyph *glyphs, int count, double level);

/* structure_elements.c */
PyObject *read_elements(PyObject *self, PyObject *args);

#endif
