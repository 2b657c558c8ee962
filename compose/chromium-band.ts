/** Chromium prints its own headers and footers at three quarters of their size. */
const SCALE = '<style>html{zoom:.75}</style>';

/**
 * Returns a band (contract 6.4) that looks like a header or footer of Chromium, which is in the margin.
 *
 * @param heightMm of the margin
 */
export const chromiumBand = (content: string, heightMm: number) => ({
  content: `${SCALE}${content}`,
  height: heightMm,
});
