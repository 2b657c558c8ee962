import { type Declaration, type Prelude, readStatements } from './paged/css-statements.ts';
import { isAtRule, toText, withoutImportant } from './paged/css-tokens.ts';

/** CSS for pages that has no effect. */
export interface IgnoredCss {
  /** A declaration, or the beginning of an at-rule. */
  readonly css: string;
  /** The selector or at-rule around it. It is empty if there is none. */
  readonly place: string;
}

export const toIgnored = ({ property, value }: Declaration, blocks: readonly Prelude[]): IgnoredCss => ({
  css: `${property.name}: ${toText(value)}`,
  place: toText(blocks.at(-1) ?? []),
});

const MAX_NAME_CHARACTERS = 80;

export function toName({ css, place }: IgnoredCss): string {
  const name = css.slice(0, MAX_NAME_CHARACTERS);
  return place === '' ? name : `${name} (in ${place.slice(0, MAX_NAME_CHARACTERS)})`;
}

/** Properties that Chromium keeps in `@page` rules and does not use there. Measured with Chromium 153. */
const UNUSED =
  /^(?:background-image|box-shadow|border-(?:[a-z-]+-)?radius|opacity|transform|rotate|scale|translate|filter|clip-path|mix-blend-mode|content|position|float|display|zoom|columns?|column-[a-z-]+|page|break-[a-z]+|page-break-[a-z]+|orphans|widows|inset|top|right|bottom|left)$/;

let probe: CSSStyleSheet | null = null;

function parse(css: string): CSSRuleList {
  probe ??= new CSSStyleSheet();
  probe.replaceSync(css);
  return probe.cssRules;
}

/** Returns whether Chromium drops a declaration of an `@page` rule or of one of its boxes, or keeps it without an effect. */
export function isIgnoredInPage({ property, value }: Declaration, blocks: readonly Prelude[]): boolean {
  const { name } = property;
  const text = toText(withoutImportant(value));
  if (isMarginBox(blocks.at(-1) ?? []) && isAtRule(blocks.at(-2) ?? [], 'page'))
    return !CSS.supports(name, text);
  if (!isAtRule(blocks.at(-1) ?? [], 'page')) return false;
  if (UNUSED.test(name)) return true;
  // Only the colour of a background is painted.
  if (name === 'background' && /\b(?:gradient|url|image-set)\(|-gradient\(/i.test(text)) return true;
  const [rule] = parse(`@page { ${name}: ${text} }`);
  return !(rule instanceof CSSPageRule) || rule.style.length === 0;
}

const BOXES =
  /^(?:(?:top|bottom)-(?:left-corner|left|center|right|right-corner)|(?:left|right)-(?:top|middle|bottom))$/;

/** Matches the name of a box, also of one that does not exist. */
const BOX = /^(?:top|right|bottom|left)-[a-z-]+$/;

const isMarginBox = ([first]: Prelude): boolean => first?.kind === 'at' && BOX.test(first.name);

/** Returns the rule if Chromium drops it: a page selector that does not exist, or a box that is not one of a page. */
export function findIgnoredRule(prelude: Prelude, blocks: readonly Prelude[]): IgnoredCss | null {
  const [css, around] = [toText(prelude), blocks.at(-1) ?? []];
  if (isMarginBox(prelude)) {
    if (!isAtRule(around, 'page')) return { css: `${css} outside of @page`, place: '' };
    return BOXES.test(prelude[0]?.name ?? '') ? null : { css, place: toText(around) };
  }
  const isIgnored = isAtRule(prelude, 'page') && !isRenamed(prelude) && parse(`${css} {}`).length === 0;
  return isIgnored ? { css, place: '' } : null;
}

/** Chromium does not have these selectors, and Platen does. */
const isRenamed = (prelude: Prelude): boolean =>
  prelude.some(({ name }) => name === 'blank' || name === 'nth');

/** A style sheet without these has nothing for pages. */
const OF_PAGES = /@(?:page\b|(?:top|right|bottom|left)-)/i;

/** What is later in the style sheets is not checked. */
const MAX_CHARACTERS = 2_000_000;

const MAX_NAMED = 10;

/** Names the CSS for pages that has no effect, each once, in style sheets without CSS that only Platen has. */
export function listIgnored(texts: Iterable<string | null>): string[] {
  const names = new Set<string>();
  let left = MAX_CHARACTERS;
  for (const text of texts) {
    if (text === null || !OF_PAGES.test(text)) continue;
    for (const ignored of readIgnored(text.slice(0, left))) names.add(toName(ignored));
    left -= Math.min(left, text.length);
  }
  return [...names].slice(0, MAX_NAMED);
}

function readIgnored(text: string): IgnoredCss[] {
  const ignored: IgnoredCss[] = [];
  readStatements(text, {
    onDeclaration(declaration, blocks) {
      if (isIgnoredInPage(declaration, blocks)) ignored.push(toIgnored(declaration, blocks));
    },
    onBlock(prelude, blocks) {
      const found = findIgnoredRule(prelude, blocks);
      if (found !== null) ignored.push(found);
    },
    onBlockEnd() {},
  });
  return ignored;
}
