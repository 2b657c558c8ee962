import { readStyles } from '../css-rules.ts';
import { type ContentFunction, type ContentPart, splitContent } from './content-parts.ts';
import { refersToTargets } from './is-paged.ts';
import type { UnsupportedCss } from './unsupported-css.ts';

/** Functions of css-content-3 and css-gcpm-3 that Chromium does not have. */
const FUNCTIONS = new Set(['target-counter', 'target-counters', 'target-text']);

/** The value of a counter that prints nothing. */
export const NO_VALUE = -1;

/** The name of a copy of a counter style begins with this. The copy prints nothing for `NO_VALUE`. */
const STYLE_PREFIX = 'platen-';

export interface Reference {
  readonly name: string;
  /** Elements have the address of the target in this attribute. */
  readonly attribute: string;
  /** Further arguments: the counter, or the separator and the style, or the part of the text. */
  readonly parameters: readonly string[];
  /** Elements have the value in this attribute. */
  readonly key: string;
}

export interface Leader {
  /** As CSS writes it: a string or a keyword. */
  readonly pattern: string;
  readonly key: string;
  /** Each element with the leader has one of these attributes. Without them, any element may have it. */
  readonly attributes: readonly string[];
}

const ATTRIBUTE = /^attr\(\s*([-\w]+)/i;

/** Collects the references in style sheets, and replaces them with values that Chromium supports. */
export class ContentRewriter {
  readonly references = new Map<string, Reference>();
  readonly leaders: Leader[] = [];
  /** The names of counter styles. */
  readonly styles = new Set<string>();
  /** References that print nothing: to an address that is in no attribute, or with a variable. */
  readonly unsupported: UnsupportedCss[] = [];

  rewrite(sheet: CSSStyleSheet): void {
    for (const style of readStyles(sheet)) this.#rewriteStyle(style);
  }

  /** Sets the counters in the same rule as the content, so the rule that wins sets both. */
  #rewriteStyle(style: CSSStyleDeclaration): void {
    const content = style.getPropertyValue('content');
    if (!refersToTargets(content)) return;
    const parts = splitContent(content);
    for (const part of parts) if (isReference(part) && !isSupported(part)) this.#addUnsupported(part, style);
    const counters: string[] = [];
    const attributes = parts.flatMap((part) => (isReference(part) ? [readAttribute(part) ?? []].flat() : []));
    const replaced = parts.map((part) => {
      if (typeof part === 'string') return part;
      if (part.name === 'leader') return this.#addLeader(part, attributes);
      return FUNCTIONS.has(part.name) ? this.#addReference(part, counters) : part.text;
    });
    const priority = style.getPropertyPriority('content');
    // Chromium drops a space at the start of a box, so a leader could not be measured with it.
    style.setProperty('content', replaced.join('').replace(/^(["']) /, '$1\u{a0}'), priority);
    if (counters.length === 0) return;
    const own = style.getPropertyValue('counter-set');
    const others = own === '' || own === 'none' ? [] : [own];
    style.setProperty('counter-set', [...others, ...counters].join(' '), priority);
  }

  #addReference(part: ContentFunction, counters: string[]): string {
    const attribute = readAttribute(part);
    if (attribute === null || !isSupported(part)) return '""';
    const { name, parameters } = toSingleCounter(part);
    const isCounter = name === 'target-counter';
    const reference = this.#find(name, attribute, parameters.slice(1, isCounter ? 2 : undefined));
    const { key } = reference;
    if (!isCounter) return `attr(${key}, "")`;
    const [, , style = 'decimal'] = parameters;
    this.styles.add(style);
    counters.push(`${key} attr(${key} type(<integer>), ${NO_VALUE})`);
    return `counter(${key}, ${STYLE_PREFIX}${style})`;
  }

  #addUnsupported({ text }: ContentFunction, { parentRule }: CSSStyleDeclaration): void {
    const place = parentRule instanceof CSSStyleRule ? parentRule.selectorText : '';
    this.unsupported.push({ css: `content: ${text}`, place });
  }

  /** The same reference in several rules has one value. */
  #find(name: string, attribute: string, parameters: readonly string[]): Reference {
    const id = JSON.stringify([name, attribute, parameters]);
    const key = `data-platen-target-${this.references.size}`;
    const reference = this.references.get(id) ?? { name, attribute, parameters, key };
    this.references.set(id, reference);
    return reference;
  }

  #addLeader({ parameters: [pattern = 'dotted'] }: ContentFunction, attributes: readonly string[]): string {
    const key = `data-platen-leader-${this.leaders.length}`;
    this.leaders.push({ pattern, key, attributes });
    return `attr(${key}, "")`;
  }
}

/** The counter of pages is never nested, so a list of its values is one value. */
function toSingleCounter(part: ContentFunction): ContentFunction {
  const [address = '', counter, , style = 'decimal'] = part.parameters;
  if (part.name !== 'target-counters' || counter !== 'page') return part;
  return { ...part, name: 'target-counter', parameters: [address, counter, style] };
}

const isReference = (part: ContentPart): part is ContentFunction =>
  typeof part !== 'string' && FUNCTIONS.has(part.name);

/** Chromium fills variables later. */
const isSupported = (part: ContentFunction): boolean =>
  readAttribute(part) !== null && !/\bvar\(/i.test(part.text);

const readAttribute = ({ parameters: [source = ''] }: ContentFunction): string | null =>
  ATTRIBUTE.exec(source)?.[1] ?? null;

/** Returns a style sheet with copies of the counter styles. */
export function toCounterStyles(styles: ReadonlySet<string>): CSSStyleSheet {
  const sheet = new CSSStyleSheet();
  const nothing = `${STYLE_PREFIX}no-value`;
  const copies = [...styles].map(
    (style) =>
      `@counter-style ${STYLE_PREFIX}${style} { system: extends ${style}; range: 0 infinite; fallback: ${nothing} }`,
  );
  sheet.replaceSync([`@counter-style ${nothing} { system: cyclic; symbols: '' }`, ...copies].join('\n'));
  return sheet;
}
