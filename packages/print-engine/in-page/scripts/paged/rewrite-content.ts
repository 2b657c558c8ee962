import { type ContentFunction, type ContentPart, splitContent } from './content-parts.ts';

/** Functions of css-content-3 and css-gcpm-3 that Chromium does not have. */
const FUNCTIONS = new Set(['target-counter', 'target-counters', 'target-text']);

/** The value of a counter that prints nothing. */
export const NO_VALUE = -1;

/** Each style of a counter has a copy with this name, which does not print `NO_VALUE`. */
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
  /** An element with a leader has one of these. */
  readonly attributes: readonly string[];
}

const ATTRIBUTE = /^attr\(\s*([-\w]+)/;

/** Collects the references of style sheets, and puts values that Chromium has in their place. */
export class ContentRewriter {
  readonly references = new Map<string, Reference>();
  readonly leaders: Leader[] = [];
  /** The names of counter styles. */
  readonly styles = new Set<string>();

  rewrite(owner: CSSStyleSheet | CSSRule): void {
    if ('style' in owner && owner.style instanceof CSSStyleDeclaration) this.#rewriteStyle(owner.style);
    if (owner instanceof CSSImportRule && owner.styleSheet) this.rewrite(owner.styleSheet);
    for (const rule of readRules(owner)) this.rewrite(rule);
  }

  /** The counters are set by the rule that wins, as its content is. */
  #rewriteStyle(style: CSSStyleDeclaration): void {
    const content = style.getPropertyValue('content');
    if (!/target-/i.test(content)) return;
    const parts = splitContent(content);
    const counters: string[] = [];
    const attributes = parts.flatMap((part) => (isReference(part) ? [readAttribute(part) ?? []].flat() : []));
    const replaced = parts.map((part) => {
      if (typeof part === 'string') return part;
      if (part.name === 'leader') return this.#addLeader(part, attributes);
      return FUNCTIONS.has(part.name) ? this.#addReference(part, counters) : part.text;
    });
    const priority = style.getPropertyPriority('content');
    // A box drops a space at its start, so a leader could not be measured with it.
    style.setProperty('content', replaced.join('').replace(/^(["']) /, '$1\u{a0}'), priority);
    if (counters.length === 0) return;
    const own = style.getPropertyValue('counter-set');
    const others = own === '' || own === 'none' ? [] : [own];
    style.setProperty('counter-set', [...others, ...counters].join(' '), priority);
  }

  #addReference(part: ContentFunction, counters: string[]): string {
    const attribute = readAttribute(part);
    if (attribute === null) return '""';
    const { name, parameters } = part;
    const isCounter = name === 'target-counter';
    const reference = this.#find(name, attribute, parameters.slice(1, isCounter ? 2 : undefined));
    const { key } = reference;
    if (!isCounter) return `attr(${key}, "")`;
    const [, , style = 'decimal'] = parameters;
    this.styles.add(style);
    counters.push(`${key} attr(${key} type(<integer>), ${NO_VALUE})`);
    return `counter(${key}, ${STYLE_PREFIX}${style})`;
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

const isReference = (part: ContentPart): part is ContentFunction =>
  typeof part !== 'string' && FUNCTIONS.has(part.name);

const readAttribute = ({ parameters: [source = ''] }: ContentFunction): string | null =>
  ATTRIBUTE.exec(source)?.[1] ?? null;

/** The copies of the styles that references use. */
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

/** Chromium does not show the rules of a style sheet of another origin. */
function readRules(owner: CSSStyleSheet | CSSRule): CSSRule[] {
  try {
    return 'cssRules' in owner ? [...owner.cssRules] : [];
  } catch {
    return [];
  }
}
