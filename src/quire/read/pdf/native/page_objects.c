/* Paths, images and the order of page objects; see python_reader_objects.py and path_shapes.py */
#include "python_values.h"

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
    FillItem f = {rounded(maximum(x0, clip->x0)), rounded(maximum(y0, clip->y0)), rounded(minimum(x1, clip->x1)),
                  rounded(minimum(y1, clip->y1)), color};
    Box box = {f.x0, f.y0, f.x1, f.y1};
    return p->opaque && note_cover(p, box, color) < 0 ? -1 : PUSH(p->fills, f);
}

static int add_rule(Page *p, double x0, double y0, double x1, double y1, double width, int color, const Box *clip)
{
    x0 = rounded(x0), y0 = rounded(y0), x1 = rounded(x1), y1 = rounded(y1);
    if (!(x1 >= clip->x0 && x0 <= clip->x1 && y1 >= clip->y0 && y0 <= clip->y1))
        return 0;
    RuleItem r = {rounded(maximum(x0, clip->x0)), rounded(maximum(y0, clip->y0)), rounded(minimum(x1, clip->x1)),
                  rounded(minimum(y1, clip->y1)), rounded(width), color};
    return PUSH(p->rules, r);
}

static Box box_of(const Point *points, int count)
{
    Box box = {points[0].x, points[0].y, points[0].x, points[0].y};
    for (int i = 1; i < count; i++) {
        box.x0 = minimum(box.x0, points[i].x);
        box.y0 = minimum(box.y0, points[i].y);
        box.x1 = maximum(box.x1, points[i].x);
        box.y1 = maximum(box.y1, points[i].y);
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
    ShapeItem s = {rounded(maximum(x0, clip->x0)), rounded(maximum(y0, clip->y0)), rounded(minimum(x1, clip->x1)),
                   rounded(minimum(y1, clip->y1)), count - 1, paint->filled};
    Box covered = {s.x0, s.y0, s.x1, s.y1};
    return paint->filled && p->opaque && note_cover(p, covered, paint->fill) < 0 ? -1 : PUSH(p->shapes, s);
}

static int is_same_point(Point a, Point b)
{
    return fabs(a.x - b.x) < SAME_POINT_TOLERANCE && fabs(a.y - b.y) < SAME_POINT_TOLERANCE;
}

/* A curve that is a line; see path_shapes.py */
static int is_straight(const Point *q)
{
    Box b = box_of(q, CURVE_POINTS);
    if (b.x1 - b.x0 < MIN_SEGMENT || b.y1 - b.y0 < MIN_SEGMENT)
        return 1;
    return (is_same_point(q[1], q[0]) || is_same_point(q[1], q[3])) &&
           (is_same_point(q[2], q[0]) || is_same_point(q[2], q[3]));
}

static int is_near(double a, double b) { return fabs(a - b) < AXIS_TOLERANCE; }

static int is_rectangle(const Point *q, int count)
{
    if (count == 5) {
        if (fabs(q[0].x - q[4].x) > AXIS_TOLERANCE || fabs(q[0].y - q[4].y) > AXIS_TOLERANCE)
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
        if (minimum(fabs(a.x - b.x), fabs(a.y - b.y)) > AXIS_TOLERANCE)
            return add_shape(p, q, count, paint);
    }
    for (int i = 0; i < pairs; i++) {
        Point a = q[i], b = i + 1 < count ? q[i + 1] : q[0];
        double dx = fabs(a.x - b.x), dy = fabs(a.y - b.y);
        int failed;
        if (maximum(dx, dy) < MIN_SEGMENT)
            continue;
        double half = paint->width / 2.0;
        if (dx >= dy && paint->width >= MIN_BAND_WIDTH) {
            double y = (a.y + b.y) / 2.0;
            Box bar = {minimum(a.x, b.x), y - half, maximum(a.x, b.x), y + half};
            failed = add_fill(p, bar, paint->stroke, &paint->clip);
        } else if (paint->width >= MIN_BAND_WIDTH) {
            double x = (a.x + b.x) / 2.0;
            Box bar = {x - half, minimum(a.y, b.y), x + half, maximum(a.y, b.y)};
            failed = add_fill(p, bar, paint->stroke, &paint->clip);
        } else if (dx >= dy) {
            double y = (a.y + b.y) / 2.0;
            failed = add_rule(p, minimum(a.x, b.x), y, maximum(a.x, b.x), y, paint->width, paint->stroke, &paint->clip);
        } else {
            double x = (a.x + b.x) / 2.0;
            failed = add_rule(p, x, minimum(a.y, b.y), x, maximum(a.y, b.y), paint->width, paint->stroke, &paint->clip);
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
    if (minimum(width, height) < MAX_RULE_WIDTH)
        return add_thin(p, b, maximum(width, height) < MAX_RULE_WIDTH || height <= width, paint);
    if (add_fill(p, b, paint->fill, &paint->clip) < 0)
        return -1;
    return paint->stroked ? add_stroke(p, q, count, closed, paint) : 0;
}

static int add_polygon(Page *p, const Point *q, int count, const Paint *paint)
{
    Box b = box_of(q, count);
    double width = b.x1 - b.x0, height = b.y1 - b.y0;
    if (minimum(width, height) < MAX_RULE_WIDTH / 2.0 && maximum(width, height) >= MAX_RULE_WIDTH)
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

/* The box inside both the clip path and the page; 0 when it is empty. */
int clip_of(Page *p, Handle item, Matrix outer, Box *box)
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
            Point q = map_point(outer, x, y);
            if (!any) {
                b.x0 = b.x1 = q.x;
                b.y0 = b.y1 = q.y;
                any = 1;
            }
            b.x0 = minimum(b.x0, q.x), b.y0 = minimum(b.y0, q.y), b.x1 = maximum(b.x1, q.x), b.y1 = maximum(b.y1, q.y);
        }
        if (any) {
            box->x0 = maximum(box->x0, b.x0), box->y0 = maximum(box->y0, b.y0);
            box->x1 = minimum(box->x1, b.x1), box->y1 = minimum(box->y1, b.y1);
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
    p->opaque = 0;
    if (stroked) {
        paint.stroke = color_of(item, 1, &alpha);
        paint.stroked = alpha > 0;
        p->opaque = alpha >= OPAQUE;
    }
    if (mode) {
        paint.fill = color_of(item, 0, &alpha);
        paint.filled = alpha > 0;
        p->opaque = paint.filled ? alpha >= OPAQUE : p->opaque;
    }
    if (!paint.filled && !paint.stroked)
        return 0;
    Matrix m = multiply(matrix_of(item), outer);
    float width = 0;
    if (paint.stroked)
        FPDFPageObj_GetStrokeWidth(item, &width);
    paint.width = (double)width * sqrt(fabs(m.a * m.d - m.b * m.c));
    if (!clip_of(p, item, outer, &paint.clip))
        return 0;
    p->last_path = item;
    p->last_path_outer = outer;
    int segments = FPDFPath_CountSegments(item), curved = 0, closed = 0;
    int bend = 0, kept = 0; /* points of the curve being read; points before it */
    Point last = {0.0, 0.0};
    Point curve[CURVE_POINTS];
    p->points.count = 0;
    for (int i = 0; i < segments; i++) {
        Handle segment = FPDFPath_GetPathSegment(item, i);
        int kind = FPDFPathSegment_GetType(segment);
        float x, y;
        if (kind == MOVE_TO && p->points.count) {
            if (add_outline(p, curved, closed, &paint) < 0)
                return -1;
            p->points.count = curved = closed = bend = 0;
        }
        if (!FPDFPathSegment_GetPoint(segment, &x, &y))
            continue;
        Point q = map_point(m, x, y);
        if (kind == BEZIER_TO) {
            if (!bend) {
                kept = p->points.count;
                curve[bend++] = last;
            }
            curve[bend++] = q;
            if (bend == CURVE_POINTS) {
                bend = 0;
                if (is_straight(curve))
                    p->points.count = kept;
                else
                    curved = 1;
            }
        }
        last = q;
        if (fabs(q.x) < FAR && fabs(q.y) < FAR &&
            !(p->points.count && is_same_point(p->points.at[p->points.count - 1], q)) && PUSH(p->points, q) < 0)
            return -1;
        closed = closed || FPDFPathSegment_GetClose(segment);
    }
    return add_outline(p, curved, closed, &paint);
}

static int keep_image(Page *p, Handle item, Matrix outer)
{
    Box box = map_box(multiply(matrix_of(item), outer), 0.0, 0.0, 1.0, 1.0), clip;
    if (!clip_of(p, item, outer, &clip))
        return 0;
    double x0 = maximum(box.x0, clip.x0), y0 = maximum(box.y0, clip.y0);
    double x1 = minimum(box.x1, clip.x1), y1 = minimum(box.y1, clip.y1);
    unsigned int w = 0, h = 0;
    if (!(x0 < x1 && y0 < y1) || !FPDFImageObj_GetImagePixelSize(item, &w, &h))
        return 0;
    double corners[4] = {rounded(x0), rounded(y0), rounded(x1), rounded(y1)};
    Box covered = {corners[0], corners[1], corners[2], corners[3]};
    if (note_cover(p, covered, -1) < 0)
        return -1;
    PyObject *path = PyTuple_New(p->depth), *image = tuple_of(PlacedImageType, 8);
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
    Box box = map_box(outer, left, bottom, right, top);
    double x0 = maximum(box.x0, clip.x0), y0 = maximum(box.y0, clip.y0);
    double x1 = minimum(box.x1, clip.x1), y1 = minimum(box.y1, clip.y1);
    if (!(x0 < x1 && y0 < y1))
        return 0;
    ShapeItem s = {rounded(x0), rounded(y0), rounded(x1), rounded(y1), 0, 1};
    Box covered = {s.x0, s.y0, s.x1, s.y1};
    return note_cover(p, covered, -1) < 0 ? -1 : PUSH(p->shapes, s);
}

static int read_one(Page *p, Handle item, Matrix outer);

int read_object(Page *p, Handle item, Matrix outer)
{
    int kind = FPDFPageObj_GetType(item), failed = read_one(p, item, outer);
    if (kind != OBJECT_PATH && kind != OBJECT_TEXT)
        p->last_path = NULL;
    return failed;
}

static int read_one(Page *p, Handle item, Matrix outer)
{
    switch (FPDFPageObj_GetType(item)) {
    case OBJECT_TEXT:
        return note_text(p, item, outer);
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
    if (p->depth >= MAX_FORM_DEPTH)
        return 0;
    Matrix inner = multiply(matrix_of(item), outer);
    int count = FPDFFormObj_CountObjects(item), level = p->depth++, failed = 0;
    for (int i = 0; i < count && !failed; i++) {
        p->path[level] = i;
        failed = read_object(p, FPDFFormObj_GetObject(item, (unsigned long)i), inner);
    }
    p->depth = level;
    return failed;
}
