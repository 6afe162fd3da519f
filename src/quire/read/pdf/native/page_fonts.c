/* Fonts, styles, colours and reading directions of a page; see page_fonts.py and glyphs.py */
#include "reader.h"

int grow(void **at, int *room, size_t size)
{
    int more = *room ? *room <= INT_MAX / 2 ? *room * 2 : 0 : 64;
    void *bigger = more && (size_t)more <= PY_SSIZE_T_MAX / size ? realloc(*at, (size_t)more * size) : NULL;
    if (!bigger) {
        PyErr_NoMemory();
        return -1;
    }
    *at = bigger;
    *room = more;
    return 0;
}

int reserve(void **at, int *room, size_t size, int count)
{
    if (count <= *room)
        return 0;
    void *bigger = realloc(*at, (size_t)count * size);
    if (!bigger) {
        PyErr_NoMemory();
        return -1;
    }
    *at = bigger;
    *room = count;
    return 0;
}

void turned_axes(int frame, double *cosine, double *sine)
{
    if (frame == VERTICAL) {
        *cosine = 0.0;
        *sine = 1.0;
        return;
    }
    double turn = (double)(frame - 4) * (M_PI / 180.0);
    *cosine = cos(turn);
    *sine = sin(turn);
}

int frame_of(double degrees)
{
    int quarter = (int)floor(degrees / 90.0 + 0.5);
    if (fabs(degrees - 90.0 * quarter) <= S.upright_tolerance)
        return quarter & 3;
    int whole = (int)floor(degrees + 0.5) % 360;
    return 4 + (whole < 0 ? whole + 360 : whole);
}

static int has_one(const char *name, const char *const *parts, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (strstr(name, parts[i]))
            return 1;
    return 0;
}

#define HAS(name, parts) has_one(name, parts, sizeof(parts) / sizeof *(parts))

static int font_kind(const char *name)
{
    static const char *const large[] = {"CMEX", "Extension", "EUEX", "txex", "pxex", "-Ex-", "MTEX"};
    static const char *const symbols[] = {"CMSY", "CMBSY", "MathSymbols", "txsy", "pxsy"};
    static const char *const italic[] = {"CMMI", "MathItalic"};
    static const char *const maths[] = {"MSAM", "MSBM", "Math", "txmi", "pxmi", "stmary", "wasy", "bbding"};
    static const char *const libertine[] = {"LinLibertine", "LinBiolinum"};
    static const char *const windows[] = {"CIDFont+F", "Calibri"};
    size_t length = strlen(name);
    char last = length ? name[length - 1] : 0;
    if (strncmp(name, "TeX.", 4) == 0)
        return TEX_BITMAP_FONT;
    if (HAS(name, large))
        return TEX_EXTENSION_FONT;
    if (HAS(name, symbols))
        return last == 'a' || last == 'b' || last == 'c' ? OTHER_SYMBOL_FONT : TEX_SYMBOL_FONT;
    if (HAS(name, italic))
        return TEX_ITALIC_FONT;
    if (HAS(name, maths))
        return OTHER_SYMBOL_FONT;
    if (HAS(name, libertine))
        return LIBERTINE_FONT;
    return HAS(name, windows) ? WINDOWS_FONT : TEXT_FONT;
}

int font_of(Page *p, Handle font)
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
    f->kind = font_kind(f->name);
    float up = 0, down = 0;
    FPDFFont_GetAscent(font, 1.0f, &up);
    FPDFFont_GetDescent(font, 1.0f, &down);
    FPDFFont_GetItalicAngle(font, &f->italic);
    f->flags = FPDFFont_GetFlags(font);
    f->weight = FPDFFont_GetWeight(font);
    f->ascent = minimum(maximum(up, S.ascent_low), S.ascent_high);
    f->descent = minimum(maximum(-(double)down, S.descent_low), S.descent_high);
    return p->fonts.count++;
}

int style_index(Page *p, int font, int tenths, int color, int bold)
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
PyObject *style_of(Page *p, int index, int rise)
{
    StyleEntry *s = &p->styles.at[index];
    if (!s->made[rise + 1]) {
        Font *f = &p->fonts.at[s->font];
        PyObject *name = PyUnicode_DecodeUTF8(f->name, (Py_ssize_t)strlen(f->name), "surrogateescape");
        if (!name)
            return NULL;
        s->made[rise + 1] = PyObject_CallFunction(p->make_style, "Niiiiiiin", name, f->flags, f->weight, f->italic,
                                                  s->tenths, s->color, s->bold, rise, (Py_ssize_t)f->handle);
    }
    return s->made[rise + 1];
}

int color_of(Handle item, int stroke, unsigned int *alpha)
{
    unsigned int r = 0, g = 0, b = 0, a = 0;
    int known = stroke ? FPDFPageObj_GetStrokeColor(item, &r, &g, &b, &a)
                       : FPDFPageObj_GetFillColor(item, &r, &g, &b, &a);
    *alpha = known ? a : 255;
    return known ? (int)((r & 255) << 16 | (g & 255) << 8 | (b & 255)) : 0;
}
