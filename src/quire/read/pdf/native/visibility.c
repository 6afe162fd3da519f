/* Text that a reader of the rendered page may not see; see visibility.py */
#include "python_values.h"

/* As in visibility.py. */
#define NEAR_COLOR 15
#define MIN_COVER 3.0
#define COVERED_SHARE 0.5
#define MIN_CUT 2.0
#define CLIP_TOLERANCE 0.5
#define SIDE_MARGIN 0.1
#define FOOT_MARGIN 0.15
#define OUTLINE_TOLERANCE 0.15
enum { MOST_COVERED = 6, MAX_CHECKS = 4000000, WHITE = 0xFFFFFF, SEEN = 1, UNSEEN = 2, MIN_OUTLINE = 12 };

static int is_near_color(int a, int b)
{
    return abs((a >> 16) - (b >> 16)) <= NEAR_COLOR && abs((a >> 8 & 255) - (b >> 8 & 255)) <= NEAR_COLOR &&
           abs((a & 255) - (b & 255)) <= NEAR_COLOR;
}

/* Whether a text has the colour of what was last painted behind its middle, or of paper. */
static int is_pale(Page *p, const Box *box, int color)
{
    double x = (box->x0 + box->x1) / 2.0, y = (box->y0 + box->y1) / 2.0;
    for (int i = p->covers.count - 1; i >= 0; i--) {
        const Cover *c = &p->covers.at[i];
        if (c->box.x0 <= x && x <= c->box.x1 && c->box.y0 <= y && y <= c->box.y1)
            return c->color >= 0 && is_near_color(c->color, color);
    }
    return is_near_color(color, WHITE);
}

/* Whether a clip path cuts more than half a line's height off a text. */
static int is_cut(const Box *box, const Box *clip, double low)
{
    double cut = maximum(maximum(clip->x0 - box->x0, box->x1 - clip->x1),
                         maximum(clip->y0 - box->y0, box->y1 - clip->y1));
    return cut > maximum(MIN_CUT, COVERED_SHARE * low);
}

/* Whether the path painted just before transparent texts has outlines of letters all around a text. */
static int is_drawn_before(const Page *p, const Box *box, double low)
{
    float left, bottom, right, top;
    if (!p->last_path || !FPDFPageObj_GetBounds(p->last_path, &left, &bottom, &right, &top))
        return 0;
    Box shape = map_box(p->last_path_outer, left, bottom, right, top);
    double reach = OUTLINE_TOLERANCE * low;
    double inside = minimum(minimum(box->x0 - shape.x0, box->y0 - shape.y0),
                            minimum(shape.x1 - box->x1, shape.y1 - box->y1));
    double outside = maximum(maximum(box->x0 - shape.x0, box->y0 - shape.y0),
                             maximum(shape.x1 - box->x1, shape.y1 - box->y1));
    return inside >= -reach && (outside <= reach || FPDFPath_CountSegments(p->last_path) >= MIN_OUTLINE);
}

int note_text(Page *p, Handle item, Matrix outer)
{
    TextPlace place = {item, {0, 0, 0, 0}, {0, 0, 0, 0}, 0, 0, 0};
    float left, bottom, right, top;
    unsigned int alpha;
    if (p->show_ink == Py_None || !FPDFPageObj_GetBounds(item, &left, &bottom, &right, &top))
        return PUSH(p->texts, place);
    Box *box = &place.box;
    *box = map_box(outer, left, bottom, right, top);
    double low = minimum(box->x1 - box->x0, box->y1 - box->y0);
    if (!(low > 0.0) || !(box->x1 > 0.0 && box->x0 < p->width && box->y1 > 0.0 && box->y0 < p->height))
        return PUSH(p->texts, place);
    clip_of(p, item, outer, &place.clip);
    int mode = FPDFTextObj_GetTextRenderMode(item), color = color_of(item, mode == 1 || mode == 5, &alpha);
    place.drawn = alpha == 0 && is_drawn_before(p, box, low);
    if (!place.drawn)
        p->last_path = NULL;
    p->visibility_checks += p->covers.count;
    if (p->visibility_checks <= MAX_CHECKS)
        place.suspect = is_pale(p, box, color);
    place.cut = is_cut(box, &place.clip, low);
    return PUSH(p->texts, place);
}

int note_cover(Page *p, Box box, int color)
{
    if (p->show_ink == Py_None || minimum(box.x1 - box.x0, box.y1 - box.y0) < MIN_COVER)
        return 0;
    p->visibility_checks += p->texts.count;
    for (int i = 0; p->visibility_checks <= MAX_CHECKS && i < p->texts.count; i++) {
        TextPlace *t = &p->texts.at[i];
        double least = COVERED_SHARE * minimum(t->box.x1 - t->box.x0, t->box.y1 - t->box.y0);
        double across = minimum(box.x1, t->box.x1) - maximum(box.x0, t->box.x0);
        if (across > least && least > 0.0 && minimum(box.y1, t->box.y1) - maximum(box.y0, t->box.y0) > least)
            t->suspect = 1;
    }
    Cover cover = {box, color};
    return PUSH(p->covers, cover);
}

static int by_item(const void *x, const void *y)
{
    uintptr_t a = (uintptr_t)((const TextPlace *)x)->item, b = (uintptr_t)((const TextPlace *)y)->item;
    return a < b ? -1 : a > b;
}

int look_at_suspects(Page *p)
{
    for (int i = 0; i < p->texts.count; i++)
        if ((p->texts.at[i].suspect || p->texts.at[i].cut || p->texts.at[i].drawn) && PUSH(p->suspects, p->texts.at[i]) < 0)
            return -1;
    if (!p->suspects.count)
        return 0;
    qsort(p->suspects.at, (size_t)p->suspects.count, sizeof(TextPlace), by_item);
    PyObject *items = PyList_New(0);
    for (int i = 0; items && i < p->suspects.count; i++)
        if (p->suspects.at[i].suspect && append(items, PyLong_FromVoidPtr(p->suspects.at[i].item)) < 0)
            Py_CLEAR(items);
    if (items && !PyList_GET_SIZE(items)) { /* clip paths tell without a picture */
        Py_DECREF(items);
        return 0;
    }
    p->shown_ink = items ? PyObject_CallOneArg(p->show_ink, items) : NULL;
    Py_XDECREF(items);
    Py_ssize_t size;
    if (!p->shown_ink || !PyArg_ParseTuple(p->shown_ink, "iiy#", &p->ink_width, &p->ink_height, &p->ink, &size))
        return -1;
    if (p->ink_width < 1 || p->ink_height < 1 || size < (Py_ssize_t)p->ink_width * p->ink_height) {
        PyErr_SetString(PyExc_ValueError, "the ink has another size than it says");
        return -1;
    }
    return 0;
}

int suspect_of(const Page *p, Handle item)
{
    TextPlace wanted = {item, {0, 0, 0, 0}, {0, 0, 0, 0}, 0, 0, 0};
    const TextPlace *found = NULL;
    if (p->suspects.count)
        found = bsearch(&wanted, p->suspects.at, (size_t)p->suspects.count, sizeof wanted, by_item);
    return found ? (int)(found - p->suspects.at) : -1;
}

static int pixel(double at, int count)
{
    double whole = floored(at);
    return !(whole > 0.0) ? 0 : whole < count - 1 ? (int)whole : count - 1;
}

/* Whether a glyph of a suspect is outside its clip path, or has ink of which hardly anything is seen. */
int is_unseen(const Page *p, int suspect, Box cell)
{
    const Box *clip = &p->suspects.at[suspect].clip;
    double x = (cell.x0 + cell.x1) / 2.0, y = (cell.y0 + cell.y1) / 2.0;
    if (x < clip->x0 - CLIP_TOLERANCE || x > clip->x1 + CLIP_TOLERANCE || y < clip->y0 - CLIP_TOLERANCE ||
        y > clip->y1 + CLIP_TOLERANCE)
        return 1;
    if (!p->ink || !p->suspects.at[suspect].suspect)
        return 0;
    double across = p->ink_width / p->width, down = p->ink_height / p->height;
    double side = SIDE_MARGIN * (cell.x1 - cell.x0), foot = FOOT_MARGIN * (cell.y1 - cell.y0);
    int c0 = pixel((cell.x0 + side) * across, p->ink_width), c1 = pixel((cell.x1 - side) * across, p->ink_width);
    int r0 = pixel((cell.y0 + foot) * down, p->ink_height), r1 = pixel((cell.y1 - foot) * down, p->ink_height);
    long seen = 0, unseen = 0;
    for (int row = r0; row <= r1; row++)
        for (int column = c0; column <= c1; column++) {
            char ink = p->ink[(size_t)row * p->ink_width + column];
            seen += ink == SEEN;
            unseen += ink == UNSEEN;
        }
    return seen * MOST_COVERED < unseen;
}
