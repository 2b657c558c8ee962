/** Width and height of the portrait formats. Source: contract 6.2. */
export const PAGE_SIZES_MM: Readonly<Record<string, readonly [number, number]>> = {
  A2: [420, 594],
  A3: [297, 420],
  A4: [210, 297],
  A5: [148, 210],
  A6: [105, 148],
  Letter: [215.9, 279.4],
  Legal: [215.9, 355.6],
  Tabloid: [279.4, 431.8],
  Ledger: [431.8, 279.4],
};
