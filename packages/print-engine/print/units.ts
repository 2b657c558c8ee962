/** An inch is 25.4 mm, 72 PDF points and 96 CSS pixels. */
export const MM_PER_INCH = 25.4;
export const MM_PER_POINT = MM_PER_INCH / 72;
export const PIXELS_PER_MM = 96 / MM_PER_INCH;
export const POINTS_PER_PIXEL = 72 / 96;
