import type { CssToken } from '@platen/markup';
import { type Declaration, type Prelude, readStatements } from './css-statements.ts';
import { hasFunction, isAtRule, isColon, toText, withoutImportant } from './css-tokens.ts';
import { applyEdits, type Edit } from './edits.ts';
import { renamePages } from './rename-pages.ts';
import { type IgnoredCss, toIgnored } from '../ignored-in-page.ts';
import { findUnsupportedRule, isUnsupported, listSet, listShown } from './unsupported-css.ts';
import { OWN } from './own-names.ts';

export interface RenamedCss {
  readonly text: string;
  /** Something was renamed. */
  readonly found: boolean;
  readonly unsupported: readonly IgnoredCss[];
}

/** The names of custom properties for properties or values that Chromium does not have. */
const PREFIX = `--${OWN}-`;

/** The pseudo-elements of footnotes, by name. */
const FOOTNOTE_SELECTORS: ReadonlyMap<string, string> = new Map([
  ['footnote-call', ` ${OWN}-call::before`],
  ['footnote-marker', `[data-${OWN}-note]::before`],
]);

/** The rest of an `@page` rule after `@footnote` becomes a rule for pages that no document has. The style sheet of the document has the rest already. */
const REST_OF_PAGE = ` @page ${OWN}-rest {`;

/** Chromium keeps a value that it does not know if the value has an `attr()`. */
export const KEEP = `attr(data-${OWN}-none, "")`;

const PROPERTIES = ['string-set', 'bookmark-level', 'bookmark-label', 'bookmark-state'];

/** Values of properties that Chromium has. They are renamed with their property. */
const VALUES: ReadonlyMap<string, RegExp> = new Map([['float', /^footnote$/i]]);

/** The names of the custom properties. */
export const RENAMED = [...PROPERTIES, ...VALUES.keys()].map((name) => `${PREFIX}${name}`);

/**
 * Chromium drops declarations that it does not have when it parses a style sheet. This changes a style sheet so that it keeps them:
 * as custom properties, with other selectors, or as values with an `attr()`.
 */
export function renameDropped(text: string): RenamedCss {
  const edits: Edit[] = [];
  const unsupported: IgnoredCss[] = [];
  const set = new Set<string>();
  const shown: (IgnoredCss & { readonly counters: readonly string[] })[] = [];
  readStatements(text, {
    onDeclaration(declaration, blocks) {
      const changes = renameDeclaration(declaration, blocks);
      edits.push(...changes);
      for (const counter of listSet(declaration, blocks)) set.add(counter);
      const counters = listShown(declaration, blocks);
      const isWithout = changes.length === 0 && isUnsupported(declaration, blocks);
      if (!isWithout && counters.length === 0) return;
      const css = toIgnored(declaration, blocks);
      if (isWithout) unsupported.push(css);
      else shown.push({ ...css, counters });
    },
    onBlock(prelude, blocks) {
      edits.push(...renamePrelude(prelude));
      const isArea = isFootnoteArea(prelude, blocks);
      if (isArea) edits.push(...beginFootnoteRule(prelude));
      const without = isArea ? null : findUnsupportedRule(prelude, blocks);
      if (without !== null) unsupported.push(without);
    },
    onBlockEnd(prelude, blocks, { end }) {
      if (isFootnoteArea(prelude, blocks)) edits.push({ start: end, end, text: REST_OF_PAGE });
    },
  });
  // A rule that sets a counter may come after the box that shows it.
  for (const { counters, ...css } of shown)
    if (counters.some((counter) => !set.has(counter))) unsupported.push(css);
  return { text: applyEdits(text, edits), found: edits.length > 0, unsupported };
}

function renameDeclaration({ property, value }: Declaration, blocks: readonly Prelude[]): Edit[] {
  const { name } = property;
  const own = withoutImportant(value);
  if (PROPERTIES.includes(name) || VALUES.get(name)?.test(toText(own)) === true)
    return [rename(property), ...removeComments(own)];
  const end = own.at(-1)?.end;
  if (name !== 'content' || end === undefined || !needsRewriting(own, blocks)) return [];
  return [{ start: end, end, text: ` ${KEEP}` }];
}

/** Chromium keeps comments in the values of custom properties. */
const removeComments = (value: readonly CssToken[]): Edit[] =>
  value.filter(({ kind }) => kind === 'comment').map(({ start, end }) => ({ start, end, text: ' ' }));

const rename = ({ start, end, name }: CssToken): Edit => ({ start, end, text: `${PREFIX}${name}` });

/** Leaders are filled in elements, and named strings in the boxes of the page margins. */
const needsRewriting = (value: readonly CssToken[], blocks: readonly Prelude[]): boolean =>
  !hasFunction(value, 'attr') && hasFunction(value, isInMarginBox(blocks) ? 'string' : 'leader');

const isInMarginBox = (blocks: readonly Prelude[]): boolean => isAtRule(blocks.at(-2) ?? [], 'page');

function renamePrelude(prelude: Prelude): readonly Edit[] {
  if (isAtRule(prelude, 'page')) return renamePages(prelude);
  if (isAtRule(prelude, 'supports')) return renameCondition(prelude);
  return prelude.flatMap(({ name, end }, index) => {
    const [first, second] = prelude.slice(Math.max(0, index - 2), index);
    const text = FOOTNOTE_SELECTORS.get(name);
    const isPseudo = first !== undefined && isColon(first) && isColon(second);
    return text !== undefined && isPseudo ? [{ start: first.start, end, text }] : [];
  });
}

/** Returns whether a rule is for the footnotes of all pages. */
const isFootnoteArea = (prelude: Prelude, blocks: readonly Prelude[]): boolean =>
  isAtRule(prelude, 'footnote') && toText(blocks.at(-1) ?? []).toLowerCase() === '@page';

/** The rule ends the `@page` rule around it, and applies to the boxes of footnotes. */
const beginFootnoteRule = ([first]: Prelude): Edit[] =>
  first === undefined ? [] : [{ start: first.start, end: first.end, text: `} [data-${OWN}-footnotes]` }];

/** Renames the properties in conditions such as `@supports (string-set: …)`. */
const renameCondition = (prelude: Prelude): Edit[] =>
  prelude.flatMap((token, index) =>
    prelude[index - 1]?.text === '(' && PROPERTIES.includes(token.name) ? [rename(token)] : [],
  );
