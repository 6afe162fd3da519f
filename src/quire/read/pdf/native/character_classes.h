/* Kinds of characters; see quire/text.py and character_classes.py */
#ifndef QUIRE_CHARACTER_CLASSES_H
#define QUIRE_CHARACTER_CLASSES_H

#include "reader.h"

static inline int is_cjk(int c)
{
    return c >= 0x2E80 && (c <= 0x9FFF || (c >= 0xAC00 && c <= 0xD7A3) || (c >= 0xF900 && c <= 0xFAFF) ||
           (c >= 0xFE30 && c <= 0xFE4F) || (c >= 0xFF00 && c <= 0xFFEF) || (c >= 0x20000 && c <= 0x3FFFF));
}

static inline int is_hangul(int c)
{
    return c >= 0x1100 && (c <= 0x11FF || (c >= 0x3130 && c <= 0x318F) || (c >= 0xAC00 && c <= 0xD7A3));
}

static inline int is_ideograph(int c)
{
    return is_cjk(c) && !((c >= 0x2FE0 && c <= 0x3040) || (c >= 0xAC00 && c <= 0xD7A3) || (c >= 0xFE30 && c <= 0xFE4F) ||
                          (c >= 0xFF00 && c <= 0xFFEF));
}

static inline int is_rtl(int c)
{
    return c >= 0x590 && (c <= 0x8FF || (c >= 0xFB1D && c <= 0xFDFF) || (c >= 0xFE70 && c <= 0xFEFE));
}

static inline int is_digit(int c) { return c >= 0x30 && c <= 0x39; }

static inline int can_start_word(int c)
{
    return c > 0x7F || (c >= 0x41 && c <= 0x5A) || (c >= 0x61 && c <= 0x7A) || c == 0x22 || c == 0x27 || c == 0x28 ||
           c == 0x5B;
}

static inline int is_letter(int c)
{
    return (c >= 0x41 && c <= 0x5A) || (c >= 0x61 && c <= 0x7A) || (c >= 0xC0 && c <= 0x24F) ||
           (c >= 0x391 && c <= 0x44F);
}

static inline int needs_folding(int c)
{
    return c >= 0x132 && ((c >= 0x2E80 && c <= 0x2FDF) || (c >= 0xE000 && c <= 0xFEFF) || c <= 0x133 ||
                          (c >= 0x1C4 && c <= 0x1CC) || (c >= 0x300 && c <= 0x36F) || c >= 0x2F800);
}

static inline int normalised(int c)
{
    if (c > 0x20 && c < 0x7F) /* as most are */
        return c;
    if (c == 0x2 || c == 0xFFFE || c == 0xAD)
        return 0x2D;
    if (c == 32 || c == 0xA0 || c == 9 || c == 10 || c == 13 || c == 0x1680 || (c >= 0x2000 && c <= 0x200A) ||
        c == 0x202F || c == 0x205F || c == 0x3000)
        return 32;
    if ((c >= 0x200B && c <= 0x200F) || (c >= 0x202A && c <= 0x202E) || (c >= 0x2060 && c <= 0x2069) ||
        (c >= 0xFE00 && c <= 0xFE0F) || c == 0xFEFF)
        return NO_CHARACTER;
    return c;
}

static inline int is_invalid(int c)
{
    return c < 32 || (c >= 0x7F && (c < 0xA0 || c == 0xFFFD || c == 0xFFFF || (c >= 0xD800 && c < 0xE000)));
}

/* In place of ti, tt, ft, tf and tti of Calibri, see character_classes.py */
enum { OWN_LIGATURES = 0xFF000, OWN_LIGATURE_COUNT = 5 };

static inline int is_unknown_private_use(int c)
{
    if (c < 0xE000)
        return 0;
    if (c >= 0xF730 && c <= 0xF8FE)
        return !(c <= 0xF739 || (c >= 0xF761 && c <= 0xF77A) || (c >= 0xF7E0 && c <= 0xF7FE) || c >= 0xF8E5);
    return (c <= 0xF8FF && !(c >= 0xF020 && c <= 0xF0FF)) || (c >= 0xF0000 && !(c >= OWN_LIGATURES && c < OWN_LIGATURES + OWN_LIGATURE_COUNT));
}

static inline int is_one_of(int c, const int *set, int count)
{
    for (int i = 0; i < count; i++)
        if (set[i] == c)
            return 1;
    return 0;
}

#endif
