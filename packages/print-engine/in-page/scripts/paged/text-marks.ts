import { MARK_BASE, MARK_DIGITS, toMarkColour } from '../../text-marks.ts';
import type { TextMark } from '../../paged-messages.ts';
import { page } from '../pristine.ts';
import { adopt } from '../style-sheets.ts';
import { OWN } from './own-names.ts';

/** Chromium paints it, but no screen or printer shows it. */
export const MARK_OPACITY = 0.0001;

export interface PaintedPages {
  readonly pages: ReadonlyMap<Text, number>;
  /** The texts at whose marks other texts are painted. */
  readonly foreign: ReadonlySet<Text>;
}

/**
 * Marks texts, so that the content of the PDF shows where they were painted. Each text has a background in colours that are its number.
 * It is a highlight (css-highlight-api-1), so it changes neither the document nor its layout. The colours of all marks are one style for each digit, because
 * Chromium takes a long time for thousands of highlights with names.
 */
export class TextMarks {
  /** The red part of the colours of the marks, in thousandths. It is odd, as in no colour of 8 bits. */
  readonly red = 101 + 2 * ((crypto.getRandomValues(new Uint16Array(1))[0] ?? 0) % 450);
  readonly #digits: readonly (readonly Highlight[])[] = Array.from({ length: MARK_DIGITS }, () =>
    Array.from({ length: MARK_BASE }, () => new Highlight()),
  );
  readonly #sheet = new CSSStyleSheet();
  readonly #rules: string;
  #texts: readonly Text[] = [];
  #ranges: readonly StaticRange[] = [];

  constructor() {
    const rules = this.#named().map(({ name, position, digit }) => {
      const colour = toMarkColour(this.red, { position, digit }).join(' ');
      return `:root::highlight(${name}) { background-color: color(srgb ${colour} / ${MARK_OPACITY}) !important }`;
    });
    this.#sheet.replaceSync(rules.join('\n'));
    this.#rules = listRules(this.#sheet);
  }

  /** Marks these texts, and no others. The number of a text is its index. */
  mark(texts: readonly Text[]): void {
    for (const highlights of this.#digits) for (const highlight of highlights) highlight.clear();
    this.#ranges = texts.map(toRange);
    for (const [index, range] of this.#ranges.entries())
      for (const highlight of this.#highlightsOf(index)) highlight.add(range);
    // The digits are painted in the order of their registration.
    for (const { name, highlight } of this.#named()) CSS.highlights.set(name, highlight);
    adopt(this.#sheet);
    this.#texts = texts;
  }

  /**
   * Returns the pages of the texts that were painted: of a text on several pages, the first one. A mark counts only if the text that is painted at it is its
   * own, or cannot be read.
   */
  read(marks: readonly TextMark[]): PaintedPages {
    const pages = new Map<Text, number>();
    const foreign = new Set<Text>();
    const letters = new Map<Text, string>();
    const own = (text: Text) => {
      const known = letters.get(text) ?? toLetters(text.data);
      letters.set(text, known);
      return known;
    };
    for (const [index, number, painted] of marks) {
      const text = this.#texts[index];
      if (text === undefined) continue;
      if (!isPart(painted, own(text))) foreign.add(text);
      else pages.set(text, Math.min(number, pages.get(text) ?? Infinity));
    }
    return { pages, foreign };
  }

  /** Whether the marks are those that were set. A script of the document finds them in `CSS.highlights`. */
  get areIntact(): boolean {
    return (
      page.adoptedStyleSheets.includes(this.#sheet) &&
      listRules(this.#sheet) === this.#rules &&
      this.#named().every(({ name, highlight }) => CSS.highlights.get(name) === highlight) &&
      this.#digits.every(
        (highlights) => highlights.reduce((sum, { size }) => sum + size, 0) === this.#ranges.length,
      ) &&
      this.#ranges.every((range, index) =>
        this.#highlightsOf(index).every((highlight) => highlight.has(range)),
      )
    );
  }

  /** The highlights of the digits of a number. */
  #highlightsOf(index: number): Highlight[] {
    return this.#digits.flatMap(
      (highlights, position) => highlights[Math.floor(index / MARK_BASE ** position) % MARK_BASE] ?? [],
    );
  }

  #named() {
    return this.#digits.flatMap((highlights, position) =>
      highlights.map((highlight, digit) => ({
        name: `${OWN}-${position}-${digit}`,
        highlight,
        position,
        digit,
      })),
    );
  }
}

/** The whole text: Chromium would cut glyphs at the edges of a part. */
const toRange = (text: Text): StaticRange =>
  new StaticRange({ startContainer: text, startOffset: 0, endContainer: text, endOffset: text.length });

const listRules = ({ cssRules }: CSSStyleSheet): string =>
  Array.from(cssRules, ({ cssText }) => cssText).join('\n');

/** CSS can change the case and the spaces of a text, and add hyphens to it. */
const toLetters = (text: string): string =>
  text
    .toUpperCase()
    .normalize('NFKC')
    .toUpperCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '');

/** Whether a painted text is part of one with these letters, or cannot be compared, such as the dots of a password. */
function isPart(painted: string, own: string): boolean {
  const letters = toLetters(painted);
  return letters === '' || own === '' || own.includes(letters);
}
