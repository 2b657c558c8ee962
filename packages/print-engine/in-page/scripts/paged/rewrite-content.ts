import { readStyles } from '../css-rules.ts';
import { type ContentFunction, type ContentItem, splitContent } from './content-items.ts';
import { refersToTargets } from './is-paged.ts';
import { OWN } from './own-names.ts';
import type { IgnoredCss } from '../ignored-in-page.ts';

/** Functions of css-content-3 and css-gcpm-3 that Chromium does not have. */
const FUNCTIONS = new Set(['target-counter', 'target-counters', 'target-text']);

/** The number of a page that is not known. */
export const NO_VALUE = -1;

export interface Reference {
  readonly name: string;
  /** Elements have the address of the target in this attribute. */
  readonly attribute: string;
  /** Further arguments: the counter with its separator and its style, or the part of the text. */
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
  /** References that print nothing: to an address that is in no attribute, or with a variable. */
  readonly unsupported: IgnoredCss[] = [];

  rewrite(sheet: CSSStyleSheet): void {
    for (const style of readStyles(sheet)) this.#rewriteStyle(style);
  }

  #rewriteStyle(style: CSSStyleDeclaration): void {
    const content = style.getPropertyValue('content');
    if (!refersToTargets(content)) return;
    const items = splitContent(content);
    for (const item of items) if (isReference(item) && !isSupported(item)) this.#addUnsupported(item, style);
    const attributes = items.flatMap((item) => (isReference(item) ? [readAttribute(item) ?? []].flat() : []));
    const replaced = items.map((item) => {
      if (typeof item === 'string') return item;
      if (item.name === 'leader') return this.#addLeader(item, attributes);
      return FUNCTIONS.has(item.name) ? this.#addReference(item) : item.text;
    });
    const priority = style.getPropertyPriority('content');
    // Chromium drops a space at the start of a box, so a leader could not be measured with it.
    style.setProperty('content', replaced.join('').replace(/^(["']) /, '$1\u{a0}'), priority);
  }

  #addReference(item: ContentFunction): string {
    const attribute = readAttribute(item);
    if (attribute === null || !isSupported(item)) return '""';
    const { name, parameters } = toSingleCounter(item);
    return `attr(${this.#find(name, attribute, parameters.slice(1)).key}, "")`;
  }

  #addUnsupported({ text }: ContentFunction, { parentRule }: CSSStyleDeclaration): void {
    const place = parentRule instanceof CSSStyleRule ? parentRule.selectorText : '';
    this.unsupported.push({ css: `content: ${text}`, place });
  }

  /** The same reference in several rules has one value. */
  #find(name: string, attribute: string, parameters: readonly string[]): Reference {
    const id = JSON.stringify([name, attribute, parameters]);
    const key = `data-${OWN}-target-${this.references.size}`;
    const reference = this.references.get(id) ?? { name, attribute, parameters, key };
    this.references.set(id, reference);
    return reference;
  }

  #addLeader({ parameters: [pattern = 'dotted'] }: ContentFunction, attributes: readonly string[]): string {
    const key = `data-${OWN}-leader-${this.leaders.length}`;
    this.leaders.push({ pattern, key, attributes });
    return `attr(${key}, "")`;
  }
}

/** The counter of pages is never nested, so a list of its values is one value. */
function toSingleCounter(item: ContentFunction): ContentFunction {
  const [address = '', counter, , style = 'decimal'] = item.parameters;
  if (item.name !== 'target-counters' || counter !== 'page') return item;
  return { ...item, name: 'target-counter', parameters: [address, counter, style] };
}

const isReference = (item: ContentItem): item is ContentFunction =>
  typeof item !== 'string' && FUNCTIONS.has(item.name);

/** Chromium fills variables later. */
const isSupported = (item: ContentFunction): boolean =>
  readAttribute(item) !== null && !/\bvar\(/i.test(item.text);

const readAttribute = ({ parameters: [source = ''] }: ContentFunction): string | null =>
  ATTRIBUTE.exec(source)?.[1] ?? null;
