import {
  spreadString,
  type StringAssignment,
  type StringUse,
  toCssString,
  toStringUse,
} from '../../named-strings.ts';
import { listPageRules } from '../page-rules.ts';
import { adopt } from '../style-sheets.ts';
import { type ContentFunction, splitContent } from './content-items.ts';
import { listMarginBoxes } from './margin-boxes.ts';
import { KEEP } from './rename-dropped.ts';
import { OWN } from './own-names.ts';

/** The names of counter styles begin with this. */
const PREFIX = `${OWN}-string-`;

/**
 * Named strings in margin boxes. Like `MarginNumbers`, this uses the counter of pages: each string is a counter style that has the text of
 * each page as a symbol.
 */
export class MarginStrings {
  readonly uses: StringUse[] = [];
  readonly #symbols = new CSSStyleSheet();
  #shown: readonly (readonly string[])[] = [];

  constructor() {
    for (const { style } of listPageRules().flatMap(listMarginBoxes)) this.#rewrite(style);
  }

  get count(): number {
    return this.uses.length;
  }

  #rewrite(style: CSSStyleDeclaration): void {
    const content = style.getPropertyValue('content');
    if (!/\bstring\(/i.test(content)) return;
    const items = splitContent(content).map((item) => {
      if (typeof item === 'string') return item;
      if (item.name === 'string') return this.#replace(item);
      return item.text === KEEP ? '' : item.text;
    });
    style.setProperty('content', items.join(''), style.getPropertyPriority('content'));
  }

  #replace({ parameters: [name = '', position] }: ContentFunction): string {
    const use = toStringUse(name, position);
    if (use === null) return '""';
    const known = this.uses.findIndex((other) => other.name === use.name && other.position === use.position);
    const index = known < 0 ? this.uses.push(use) - 1 : known;
    return `counter(page, ${PREFIX}${index})`;
  }

  /** @returns the first page of each string that was printed with another text */
  fill(
    assignments: ReadonlyMap<string, readonly StringAssignment[]>,
    totalPages: number,
  ): { readonly name: string; readonly page: number }[] {
    const texts = this.uses.map(({ name, position }) =>
      spreadString(assignments.get(name) ?? [], position, totalPages),
    );
    const moved = texts.flatMap((ofPages, use) => {
      const at = ofPages.findIndex((text, index) => text !== this.#shown[use]?.[index]);
      return at < 0 ? [] : [{ name: this.uses[use]?.name ?? '', page: at + 1 }];
    });
    if (moved.length > 0) this.#write(texts);
    return moved;
  }

  #write(texts: readonly (readonly string[])[]): void {
    const rules = texts.map(
      (ofPages, index) =>
        `@counter-style ${PREFIX}${index} { system: fixed; symbols: ${ofPages.map(toCssString).join(' ')} }`,
    );
    this.#symbols.replaceSync(rules.join('\n'));
    adopt(this.#symbols);
    this.#shown = texts;
  }
}
