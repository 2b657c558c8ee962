import { LimitExceeded } from '@platen/handlebars';

/** Noncharacters of Unicode: no text has them, and Markdown reads them as letters. */
const [OPEN, CLOSE] = ['\uFDD0', '\uFDD1'];

// The time of both is bounded: each has one run, of digits.
const OWN = new RegExp(`[${OPEN}${CLOSE}]`, 'g');

/** In the address of a link they are percent-encoded. */
const PLACE = new RegExp(
  `(?:${OPEN}|${encodeURIComponent(OPEN)})(\\d+)(?:${CLOSE}|${encodeURIComponent(CLOSE)})`,
  'g',
);

/** Markdown has no rule for them, wherever they are. */
const PLAIN = /^[\p{L}\p{N}]+(?: [\p{L}\p{N}]+)*$/u;

/**
 * The values of a Markdown template. A number between two noncharacters stands for each, so that Markdown cannot read it:
 * `*` in a value is a star. In code, a backslash or an entity in its place would be printed.
 */
export class MarkdownValues {
  readonly #values: string[] = [];
  readonly #maxChars: number;
  #chars = 0;

  /** @param maxChars of all values together */
  constructor(maxChars: number) {
    this.#maxChars = maxChars;
  }

  static clean(source: string): string {
    return source.replaceAll(OWN, '');
  }

  /** @param html the value, escaped for HTML @throws {LimitExceeded} */
  mask(html: string): string {
    if (html === '' || PLAIN.test(html)) return html;
    this.#chars += html.length;
    if (this.#chars > this.#maxChars) throw new LimitExceeded('outputChars', this.#maxChars);
    return `${OPEN}${this.#values.push(html) - 1}${CLOSE}`;
  }

  /** Puts the values into a document that was made of the Markdown. */
  fill(html: string): string {
    return html.replaceAll(PLACE, (_place, index: string) => this.#values[Number(index)] ?? '');
  }
}
