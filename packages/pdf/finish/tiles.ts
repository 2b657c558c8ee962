/** In points. */
export interface PageSize {
  readonly width: number;
  readonly height: number;
}

export interface Tiling {
  /** Points for each unit of the word. */
  readonly scale: number;
  /** Cosine and sine of the angle of each word. */
  readonly cos: number;
  readonly sin: number;
  /** The lower left corner of each word. The first word is in the middle of the page. */
  readonly places: readonly { readonly x: number; readonly y: number }[];
}

const ANGLE = Math.PI / 6;

/** The width of a word, in points. With these, every part of a page that is worth keeping has a word. */
const MIN_WIDTH = 36;
const MAX_WIDTH = 96;
const WORDS_ACROSS = 6;

/** The distance from one word to the next, and from one row to the next, in widths and heights of a word. */
const STEP = 1.35;
const ROW_STEP = 2.8;

/** Places words in slanted rows over the page. */
export function tiles(page: PageSize, wordWidth: number, wordHeight: number): Tiling {
  const across = Math.min(page.width, page.height) / WORDS_ACROSS;
  const scale = Math.min(MAX_WIDTH, Math.max(MIN_WIDTH, across)) / wordWidth;
  const [width, height] = [wordWidth * scale, wordHeight * scale];
  const [step, rowStep] = [width * STEP, height * ROW_STEP];
  const slant = { cos: Math.cos(ANGLE), sin: Math.sin(ANGLE) };
  return { scale, ...placeInRows(page, { width, height, step, rowStep, ...slant }) };
}

interface Rows {
  /** The size of what is placed, in points. */
  readonly width: number;
  readonly height: number;
  /** From one to the next, and from one row to the next. */
  readonly step: number;
  readonly rowStep: number;
  readonly cos: number;
  readonly sin: number;
}

/** Rows over the whole page. Each starts half a step after the one below. The first place is in the middle of the page. */
export function placeInRows(
  page: PageSize,
  { width, height, step, rowStep, cos, sin }: Rows,
): Omit<Tiling, 'scale'> {
  const size = Math.max(width, height);
  const reach = Math.hypot(page.width, page.height) / 2 + size;
  const places: { x: number; y: number }[] = [];
  for (const row of fromMiddle(Math.ceil(reach / rowStep))) {
    const shift = row % 2 === 0 ? 0 : step / 2;
    for (const column of fromMiddle(Math.ceil(reach / step))) {
      const [along, up] = [column * step + shift - width / 2, row * rowStep - height / 2];
      const [x, y] = [page.width / 2 + along * cos - up * sin, page.height / 2 + along * sin + up * cos];
      const touches = x > -size && x < page.width + size && y > -size && y < page.height + size;
      if (touches) places.push({ x, y });
    }
  }
  return { cos, sin, places };
}

/** 0, 1, -1, 2, -2 and so on. */
const fromMiddle = (reach: number): number[] => [
  0,
  ...Array.from({ length: reach }, (_, index) => [index + 1, -index - 1]).flat(),
];
