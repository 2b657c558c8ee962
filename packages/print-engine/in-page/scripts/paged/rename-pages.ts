import type { CssToken } from '@platen/markup';
import type { Prelude } from './css-statements.ts';
import { isColon, toText } from './css-tokens.ts';
import type { Edit } from './edits.ts';
import { OWN } from './own-names.ts';

/** The arguments of `:nth()` that another selector can replace. */
const NTH: ReadonlyMap<string, Selector> = new Map([
  ['1', 'first'],
  ['0n+1', 'first'],
  ['even', 'even'],
  ['2n', 'even'],
  ['2n+0', 'even'],
  ['2n+2', 'even'],
  ['odd', 'odd'],
  ['2n+1', 'odd'],
  ['2n-1', 'odd'],
]);

/** The names of pages that no element has. `nth-pages.ts` replaces `even` and `odd`, because an even page may be a left or a right one. */
type Selector = 'first' | 'even' | 'odd' | 'blank';

/** Replaces the selectors `:blank` and `:nth()` of `@page`. The named page of `:nth(even)` ends with `even`, and that of `x:nth(even)` with `even-x`. */
export function renamePages(prelude: Prelude): Edit[] {
  return prelude.flatMap((colon, index) => {
    const found = isColon(colon) ? readSelector(prelude.slice(index + 1)) : null;
    const before = prelude[index - 1];
    const name = before?.kind === 'name' ? before : null;
    if (found === null || (found.selector === 'blank' && name !== null)) return [];
    const { selector, end } = found;
    const space = before?.kind === 'at' ? ' ' : '';
    const text = `${name === null ? space : ''}${OWN}-${selector}${name === null ? '' : `-${name.text}`}`;
    return [{ start: (name ?? colon).start, end, text }];
  });
}

/**
 * Replaces the names that `renamePages` has written into the selectors of a rule.
 * @param replace returns the new selector, or null if it stays. The name of the pages may be empty
 */
export const replaceNames = (
  selectors: string,
  replace: (selector: string, name: string) => string | null,
): string =>
  selectors
    .split(',')
    .map((each) => {
      const text = each.trim();
      if (!text.startsWith(`${OWN}-`)) return text;
      const [selector = '', ...name] = text.slice(OWN.length + 1).split('-');
      return replace(selector, name.join('-')) ?? text;
    })
    .join(', ');

/** @param tokens after the colon */
function readSelector(
  tokens: readonly CssToken[],
): { readonly selector: Selector; readonly end: number } | null {
  const [first] = tokens;
  if (first?.kind === 'name' && first.name === 'blank') return { selector: 'blank', end: first.end };
  const close = tokens.findIndex(({ text }) => text === ')');
  const last = tokens[close];
  if (first?.kind !== 'function' || first.name !== 'nth' || last === undefined) return null;
  const selector = NTH.get(toText(tokens.slice(1, close)).toLowerCase().replaceAll(/\s/g, ''));
  return selector === undefined ? null : { selector, end: last.end };
}
