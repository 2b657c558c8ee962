import type { PageWarning } from '../../paged-messages.ts';
import type { Declaration, Prelude } from './css-statements.ts';
import { findIgnoredRule, type IgnoredCss, isIgnoredInPage, toName } from '../ignored-in-page.ts';
import { renamePages } from './rename-pages.ts';
import { hasFunction, isAtRule, isColon, isGap, toText, withoutImportant } from './css-tokens.ts';

const MAX_NAMED = 10;

/** Names the first ones, each once. */
export function warnOfUnsupported(unsupported: readonly IgnoredCss[]): PageWarning[] {
  if (unsupported.length === 0) return [];
  const names = [...new Set(unsupported.map(toName))].slice(0, MAX_NAMED);
  const list = names.map((css) => `\`${css}\``).join(', ');
  return [{ code: 'UNSUPPORTED_CSS', message: `Some CSS for pages has no effect: ${list}.` }];
}

/** Properties of css-page-3, css-gcpm-3, css-page-floats-3 and of other programs that make PDFs. */
const PROPERTIES =
  /^(?:bleed|marks|margin-(?:inside|outside)|copy-into|float-(?:defer|offset|reference)|footnote-(?:display|policy)|-?prince-.+|-(?:ah|ro|weasy)-.+)$/;

/** Values of properties that Chromium has. */
const VALUES: ReadonlyMap<string, RegExp> = new Map([
  ['float', /^(?:top|bottom|top-bottom|top-corner|bottom-corner|snap-.+|snap\(.*)$/i],
  ['position', /^running\(/i],
]);

/** Functions of `content` that only other programs have. */
const FUNCTIONS = ['content', 'element'];

/** Functions that refer to a target. Chromium drops a value that has them without `attr()` or `var()`: their address is in no attribute. */
const REFERENCES = ['target-counter', 'target-counters', 'target-text'];

/**
 * Returns whether a declaration is for pages and has no effect. Call it for declarations that are not renamed.
 * @param blocks the blocks around it
 */
export function isUnsupported(declaration: Declaration, blocks: readonly Prelude[]): boolean {
  const { property, value } = declaration;
  const { name } = property;
  if (PROPERTIES.test(name) || VALUES.get(name)?.test(toText(withoutImportant(value))) === true) return true;
  const isOfPage = isAtRule(blocks.at(-1) ?? [], 'page');
  if (isIgnoredInPage(declaration, blocks)) return true;
  const has = (functions: readonly string[]) => functions.some((each) => hasFunction(value, each));
  // The numbers of footnotes start again at elements only.
  if (/^counter-(?:reset|set)$/.test(name) && isOfPage)
    return value.some((token) => token.name === 'footnote');
  return name === 'content' && (has(FUNCTIONS) || (has(REFERENCES) && !has(['attr', 'var'])));
}

/** Returns the counters that a declaration sets for pages. */
export const listSet = ({ property, value }: Declaration, blocks: readonly Prelude[]): string[] =>
  /^counter-(?:increment|reset|set)$/.test(property.name) &&
  blocks.slice(-2).some((block) => isAtRule(block, 'page'))
    ? value.filter(({ kind }) => kind === 'name').map(({ name }) => name)
    : [];

/** Returns the counters in a margin box that are not those of pages. It has none of the document, but those that `listSet` finds. */
export function listShown({ property, value }: Declaration, blocks: readonly Prelude[]): string[] {
  if (property.name !== 'content' || !isAtRule(blocks.at(-2) ?? [], 'page')) return [];
  return value.flatMap(({ kind, name }, index) => {
    if (kind !== 'function' || !/^counters?$/.test(name)) return [];
    const counter = value.slice(index + 1).find((token) => !isGap(token))?.name ?? '';
    return ['', 'page', 'pages'].includes(counter) ? [] : [counter];
  });
}

/** Returns the rule if it is for pages and has no effect. */
export function findUnsupportedRule(prelude: Prelude, blocks: readonly Prelude[]): IgnoredCss | null {
  const isUnsupportedRule =
    isAtRule(prelude, 'footnote') ||
    (prelude[0]?.kind === 'at' && /^-?(?:prince|ro|ah)-/.test(prelude[0].name)) ||
    (isAtRule(prelude, 'page') && countPages(prelude) > renamePages(prelude).length);
  return isUnsupportedRule
    ? { css: toText(prelude), place: toText(blocks.at(-1) ?? []) }
    : findIgnoredRule(prelude, blocks);
}

const countPages = (prelude: Prelude): number =>
  prelude.filter(({ name }, index) => isColon(prelude[index - 1]) && ['blank', 'nth'].includes(name)).length;
