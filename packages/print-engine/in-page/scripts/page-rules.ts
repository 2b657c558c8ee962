import { readRules } from './css-rules.ts';
import { page } from './pristine.ts';
import { adopt, drop, listSheets } from './style-sheets.ts';

/** A style sheet or a rule that can have `@page` rules. */
type Owner = CSSStyleSheet | CSSImportRule | CSSGroupingRule;

const isOwner = (rule: CSSRule): rule is CSSImportRule | CSSGroupingRule =>
  rule instanceof CSSImportRule || rule instanceof CSSGroupingRule;

/** Strings and addresses are matched, because nothing in them may be removed. Chromium writes one space before `!important`. */
const IMPORTANT = /"(?:[^"\\]|\\.)*"?|'(?:[^'\\]|\\.)*'?|url\([^"'()]*\)|\s?!important/g;

/**
 * Changes the text of the rule, because the longhands of a shorthand with `var()` or `env()` read as empty and could not be set
 * again.
 */
function demote({ style }: CSSPageRule): void {
  if (!Array.from(style).some((name) => style.getPropertyPriority(name) !== '')) return;
  style.cssText = style.cssText.replaceAll(IMPORTANT, (text) => (/["'(]/.test(text) ? text : ''));
}

/** An important declaration of an earlier `@page` rule would override the job's. */
export function demotePageRules(owner: Owner): void {
  for (const rule of readRules(owner)) {
    if (rule instanceof CSSPageRule) demote(rule);
    else if (isOwner(rule)) demotePageRules(rule);
  }
}

/**
 * A length of `size`, which may be an expression. No keyword begins like one or has brackets. The work is bounded: a run ends at a
 * bracket inside of two others.
 */
const LENGTH = /(?<=^| )(?:[-+.\d][^\s()]*|[\w-]+\((?:[^()]|\([^()]*\))*\))(?= |$)/g;

/**
 * A page of a few pixels cuts the document into so many that Chromium lays them out for minutes. One of `leastMm` is too
 * small as well, and is refused if the document has it.
 */
export function widenTinyPages(owner: Owner, leastMm: number): void {
  for (const rule of readRules(owner)) {
    if (rule instanceof CSSPageRule) {
      const size = withoutVariables(rule.style.getPropertyValue('size'));
      rule.style.setProperty('size', size.replaceAll(LENGTH, `max(${leastMm}mm, $&)`));
    } else if (isOwner(rule)) {
      widenTinyPages(rule, leastMm);
    }
  }
}

/** Returns the `@page` rules whose media queries match. */
export const listPageRules = (sheets: readonly CSSStyleSheet[] = listSheets()): CSSPageRule[] =>
  sheets.flatMap((sheet) => findPageRules(sheet));

function findPageRules(owner: Owner): CSSPageRule[] {
  return readRules(owner).flatMap((rule) => {
    if (rule instanceof CSSPageRule) return [rule];
    if (rule instanceof CSSMediaRule && !matchMedia(rule.media.mediaText).matches) return [];
    return isOwner(rule) ? findPageRules(rule) : [];
  });
}

const MARGINS = ['margin', 'margin-top', 'margin-right', 'margin-bottom', 'margin-left'];

/** Reads the margins of a rule, with the values of its variables. The longhands of a shorthand with `var()` would read as empty. */
export function readMargins({ style }: CSSPageRule): CSSStyleDeclaration {
  const margins = document.createElement('i').style;
  for (const name of MARGINS) {
    const value = style.getPropertyValue(name);
    if (value !== '') margins.setProperty(name, withoutVariables(value));
  }
  return margins;
}

const probe = new CSSStyleSheet();

/** Fills variables as Chromium does for `@page`, with the values of the root. The computed value of a custom property is filled. */
export function withoutVariables(value: string): string {
  if (!/\b(?:var|env)\(/.test(value) || (page.documentElement as Element | null) === null) return value;
  probe.replaceSync(`:root::before { --platen-value: ${value} }`);
  adopt(probe);
  const filled = getComputedStyle(page.documentElement, '::before').getPropertyValue('--platen-value');
  drop(probe);
  return filled.trim();
}
