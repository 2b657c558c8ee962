import { describe, expect, test } from 'vitest';
import { ACTIVE_LINE, BACKGROUND, TEXT_COLORS, SELECTION } from '../../../../dashboard/editor/theme.ts';

/** WCAG 2.2, 1.4.3, for text of normal size. */
const MIN_CONTRAST = 4.5;

describe.each(['light', 'dark'] as const)('every text colour of the %s editor', (scheme) => {
  test.each([
    ['its background', BACKGROUND[scheme]],
    ['the active line', ACTIVE_LINE[scheme]],
    ['a selection', SELECTION[scheme]],
  ])('is readable on %s', (_where, background) => {
    for (const [name, ink] of Object.entries(TEXT_COLORS)) {
      expect(contrast(ink[scheme], background), name).toBeGreaterThanOrEqual(MIN_CONTRAST);
    }
  });
});

function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

/** Relative luminance of `#rrggbb`. Source: WCAG 2.2, definitions. */
function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return share <= 0.040_45 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
