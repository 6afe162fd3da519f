/* The order of the letters of a ligature; see ligature_order.py */
#ifndef QUIRE_LIGATURE_ORDER_H
#define QUIRE_LIGATURE_ORDER_H

enum { MAX_LIGATURE_LETTERS = 8 };

static inline int is_ending(int c)
{
    return (c >= 0x622 && c <= 0x625) || c == 0x627 || c == 0x629 || (c >= 0x62F && c <= 0x632) || c == 0x648 ||
           c == 0x671 || c == 0x698 || c == 0x6D2;
}

/* 1: in reading order, 0: reversed, -1: the letters do not tell. */
static inline int is_in_reading_order(const int *codes, int count)
{
    static const int words[][4] = {
        {0x627, 0x644, 0x644, 0x647}, {0x627, 0x643, 0x628, 0x631}, {0x645, 0x62D, 0x645, 0x62F},
        {0x635, 0x644, 0x639, 0x645}, {0x631, 0x633, 0x648, 0x644}, {0x639, 0x644, 0x64A, 0x647},
        {0x648, 0x633, 0x644, 0x645}, {0x635, 0x644, 0x649, 0},     {0x631, 0x6CC, 0x627, 0x644},
        {0x635, 0x644, 0x6D2, 0},     {0x642, 0x644, 0x6D2, 0},     {0x5D0, 0x5DC, 0, 0},
    };
    if (count == 2 && is_ending(codes[0]) != is_ending(codes[1]))
        return is_ending(codes[1]);
    for (int w = 0; w < (int)(sizeof words / sizeof words[0]); w++) {
        int length = 0, same = 1, reversed = 1;
        while (length < 4 && words[w][length])
            length++;
        for (int k = 0; k < length && length == count; k++) {
            same = same && words[w][k] == codes[k];
            reversed = reversed && words[w][k] == codes[count - 1 - k];
        }
        if (length == count && (same || reversed))
            return same;
    }
    int first = codes[0], last = codes[count - 1];
    int begins = first == 0x626 || first == 0x628 || first == 0x62A || first == 0x62B || (first >= 0x633 && first <= 0x63A) ||
                 (first >= 0x641 && first <= 0x644);
    int ends = (last >= 0x62C && last <= 0x62E) || (last >= 0x645 && last <= 0x647) || last == 0x649 || last == 0x64A;
    return begins && ends ? 1 : -1;
}

#endif
