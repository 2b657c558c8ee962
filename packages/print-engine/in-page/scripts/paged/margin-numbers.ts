import { describeLast } from './moved.ts';
import { toCssString } from '../../named-strings.ts';
import { withoutVariables } from '../page-rules.ts';
import { adopt } from '../style-sheets.ts';
import { type ContentFunction, splitContent } from './content-items.ts';
import type { CounterStyles } from './counter-styles.ts';
import type { MarginBox } from './margin-boxes.ts';
import { PagedProblem } from './paged-problem.ts';
import { OWN } from './own-names.ts';

/** A margin box can show the page number with `counter(page)`, and the number of the last page with `counter(pages)`. */
const SHOWS_NUMBER = /\bcounters?\(\s*pages?\b/i;

/** The names of counter styles begin with this. */
const PREFIX = `${OWN}-label-`;

/** Each style has a symbol for each page. Source: contract 6.9. */
const MAX_LABEL_STYLES = 20;

/** A page number in margin boxes: a counter and its style. */
interface Counter {
  readonly name: 'page' | 'pages';
  readonly style: string;
}

/**
 * Page numbers in margin boxes. Chromium counts the pages there from 1, and no rule can change that. So each counter style is replaced with
 * one that has the text of each page as a symbol (css-counter-styles-3, 3.1.2).
 */
export class MarginNumbers {
  readonly #styles: CounterStyles;
  readonly #counters: Counter[] = [];
  readonly #symbols = new CSSStyleSheet();
  #shown: readonly number[] = [];
  #last = 0;

  constructor(styles: CounterStyles) {
    this.#styles = styles;
  }

  /** @throws {PagedProblem} */
  add(boxes: readonly MarginBox[]): void {
    for (const box of boxes) this.#addBox(box);
    if (this.#counters.length > MAX_LABEL_STYLES)
      throw new PagedProblem(
        `margin boxes show page numbers in more than ${MAX_LABEL_STYLES} counter styles`,
      );
  }

  #addBox({ style }: MarginBox): void {
    const content = readContent(style);
    if (!SHOWS_NUMBER.test(content)) return;
    const items = splitContent(content).map((item) =>
      typeof item === 'string' ? item : this.#replace(item),
    );
    style.setProperty('content', items.join(''), style.getPropertyPriority('content'));
  }

  #replace(item: ContentFunction): string {
    const counter = readCounter(item);
    if (counter === null) return item.text;
    const { name, style } = counter;
    const known = this.#counters.findIndex((other) => other.name === name && other.style === style);
    const index = known < 0 ? this.#counters.push(counter) - 1 : known;
    return `counter(${name}, ${PREFIX}${index})`;
  }

  /**
   * @param numbers of the pages, and of further pages that the next print may have
   * @param last the number of the last page
   * @returns the first number of a page that was printed wrong, and the last number if it was
   */
  fill(numbers: readonly number[], totalPages: number, last: number): string[] {
    if (this.#counters.length === 0) return [];
    const printed = numbers.slice(0, totalPages);
    const at = printed.findIndex((number, index) => number !== this.#shown[index]);
    const moved: string[] = [];
    if (at >= 0)
      moved.push(
        `page ${at + 1} was printed with the number ${this.#shown[at] ?? at + 1} and has the number ${numbers[at] ?? 0}`,
      );
    if (this.#last !== last && this.#counters.some(({ name }) => name === 'pages'))
      moved.push(describeLast(this.#last, last));
    if (moved.length > 0) this.#write(numbers, last);
    return moved;
  }

  #write(numbers: readonly number[], last: number): void {
    const rules = this.#counters.map(({ name, style }, index) => {
      // The last number is the same on each page. A cyclic style with one symbol shows it for each value that Chromium counts.
      const [system, symbols] = name === 'pages' ? ['cyclic', [last]] : ['fixed', numbers];
      const texts = symbols.map((number) => toCssString(this.#styles.format(number, style)));
      return `@counter-style ${PREFIX}${index} { system: ${system}; symbols: ${texts.join(' ')} }`;
    });
    this.#symbols.replaceSync(rules.join('\n'));
    adopt(this.#symbols);
    this.#shown = numbers;
    this.#last = last;
  }
}

const readContent = (style: CSSStyleDeclaration): string =>
  withoutVariables(style.getPropertyValue('content'));

/** @returns null if the function is not a counter of pages, or if its style is one of the engine's own */
function readCounter({ name, parameters }: ContentFunction): Counter | null {
  const [counter = ''] = parameters;
  if (!/^counters?$/.test(name) || (counter !== 'page' && counter !== 'pages')) return null;
  const style = parameters[name === 'counter' ? 1 : 2] ?? 'decimal';
  return style.startsWith(`${OWN}-`) ? null : { name: counter, style };
}

/** Returns the style of the first page number in a margin box, or null. */
export function readNumberStyle({ style }: MarginBox): string | null {
  const counters = splitContent(readContent(style)).map((item) =>
    typeof item === 'string' ? null : readCounter(item),
  );
  return counters.find((counter) => counter?.name === 'page')?.style ?? null;
}
