import type { PageWarning } from '../../paged-messages.ts';
import type { Declaration, Prelude } from './css-statements.ts';
import { isIgnoredInPage } from '../ignored-in-page.ts';
import { renamePages } from './rename-pages.ts';
import { hasFunction, isAtRule, isColon, isGap, toText, withoutImportant } from './css-tokens.ts';

/** CSS for pages that has no effect in Platen. */
export interface UnsupportedCss {
  /** A declaration, or the beginning of an at-rule. */
  readonly css: string;
  /** The selector or at-rule around it. It is empty if there is none. */
  readonly place: string;
}

const MAX_NAMED = 10;
const MAX_CHARACTERS = 80;

/** Names the first ones, each once. */
export function warnOfUnsupported(unsupported: readonly UnsupportedCss[]): PageWarning[] {
  if (unsupported.length === 0) return [];
  const names = [...new Set(unsupported.map(toName))].slice(0, MAX_NAMED);
  const list = names.map((css) => `\`${css}\``).join(', ');
  return [{ code: 'UNSUPPORTED_CSS', message: `Some CSS for pages has no effect: ${list}.` }];
}

function toName({ css, place }: UnsupportedCss): string {
  const name = css.slice(0, MAX_CHARACTERS);
  return place === '' ? name : `${name} (in ${place.slice(0, MAX_CHARACTERS)})`;
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
export function isUnsupported({ property, value }: Declaration, blocks: readonly Prelude[]): boolean {
  const { name } = property;
  if (PROPERTIES.test(name) || VALUES.get(name)?.test(toText(withoutImportant(value))) === true) return true;
  const isOfPage = isAtRule(blocks.at(-1) ?? [], 'page');
  if (isOfPage && isIgnoredInPage(name, toText(withoutImportant(value)))) return true;
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

/** Returns whether a rule is for pages and has no effect. */
export const isRuleUnsupported = (prelude: Prelude): boolean =>
  isAtRule(prelude, 'footnote') ||
  (prelude[0]?.kind === 'at' && /^-?(?:prince|ro|ah)-/.test(prelude[0].name)) ||
  (isAtRule(prelude, 'page') && countPages(prelude) > renamePages(prelude).length);

const countPages = (prelude: Prelude): number =>
  prelude.filter(({ name }, index) => isColon(prelude[index - 1]) && ['blank', 'nth'].includes(name)).length;
