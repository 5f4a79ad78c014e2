/*
 * The mark in the corner of an image: sheet and side for programs and for people, as many pixels at any resolution.
 *
 * For programs: cells of 8 x 8 pixels on the grid of JPEG, 16 x 4 of them with a white edge. The second row is
 * ink, ink, blank, ink and ten bits, the third fourteen: the sheet (16), the side (1), and the sum of the former modulo
 * 127 (7), highest bit first. Ink is 1. Below it, for people, the sheet and F or B.
 */
#include "device.h"

enum { CELL = 8, CELLS_DOWN = 4, GLYPH_CELL = 6, GLYPH_TOP = 40, GLYPH_BOTTOM = 40 + 5 * GLYPH_CELL };

static int payload_bit(long sheet, enum side side, int number) {
    unsigned long data = ((unsigned long)sheet & 0xFFFF) << 1 | (side == SIDE_BACK);
    unsigned long sum = ((data >> 1) * 3 + (data & 1) * 31 + 5) % 127;
    return (int)(((data << 7) | sum) >> (23 - number) & 1);
}

static int cell_at(long sheet, enum side side, int column, int row) {
    static const char finder[] = {1, 1, 0, 1};
    if (row < 1 || row > 2 || column < 1 || column > 14) return 0;
    if (row == 2) return payload_bit(sheet, side, 10 + column - 1);
    return column <= 4 ? finder[column - 1] : payload_bit(sheet, side, column - 5);
}

/* 3 x 5 dots: 0 to 9, F, B; the upper left dot is the highest of 15 bits. */
static const unsigned short glyphs[] = {
    075557, 026227, 071747, 071717, 055711, 074717, 074757, 071111, 075757, 075717, 074744, 065656,
};

static int glyph_dot(int glyph, long x, long y) {
    if (x < 0 || x > 2 || y < 0 || y > 4) return 0;
    return glyphs[glyph] >> (14 - y * 3 - x) & 1;
}

static int letter_at(long sheet, enum side side, long x, long y) {
    long place = (x - CELL) / (4 * GLYPH_CELL), dot = (x - CELL) % (4 * GLYPH_CELL) / GLYPH_CELL;
    long row = (y - GLYPH_TOP) / GLYPH_CELL, count = 1;
    if (x < CELL || place > 4) return 0;
    for (long rest = sheet / 10; rest > 0; rest /= 10) count++;
    if (place == count) return glyph_dot(side == SIDE_BACK ? 11 : 10, dot, row);
    if (place > count) return 0;
    long digit = sheet;
    for (long i = count - 1; i > place; i--) digit /= 10;
    return glyph_dot((int)(digit % 10), dot, row);
}

int mark_at(long sheet, enum side side, long x, long y) {
    if (y < CELL * CELLS_DOWN) return cell_at(sheet, side, (int)(x / CELL), (int)(y / CELL));
    return y >= GLYPH_TOP && y < GLYPH_BOTTOM ? letter_at(sheet, side, x, y) : 0;
}
