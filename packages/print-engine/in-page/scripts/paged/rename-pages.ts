import type { Prelude } from './css-statements.ts';
import { type CssToken, isColon, toText } from './css-tokens.ts';
import type { Edit } from './edits.ts';

/** The arguments of `:nth()` that another selector can replace. */
const NTH: ReadonlyMap<string, Selector> = new Map([
  ['1', 'platen-first'],
  ['0n+1', 'platen-first'],
  ['even', 'platen-even'],
  ['2n', 'platen-even'],
  ['2n+0', 'platen-even'],
  ['2n+2', 'platen-even'],
  ['odd', 'platen-odd'],
  ['2n+1', 'platen-odd'],
  ['2n-1', 'platen-odd'],
]);

/** The names of pages that no element has. `nth-pages.ts` replaces `even` and `odd`, because an even page may be a left or a right one. */
type Selector = 'platen-first' | 'platen-even' | 'platen-odd' | 'platen-blank';

/** Replaces the selectors `:blank` and `:nth()` of `@page`. The named page of `:nth(even)` is `platen-even`, and that of `x:nth(even)` is `platen-even-x`. */
export function renamePages(prelude: Prelude): Edit[] {
  return prelude.flatMap((colon, index) => {
    const found = isColon(colon) ? readSelector(prelude.slice(index + 1)) : null;
    const before = prelude[index - 1];
    const name = before?.kind === 'name' ? before : null;
    if (found === null || (found.selector === 'platen-blank' && name !== null)) return [];
    const { selector, end } = found;
    const space = before?.kind === 'at' ? ' ' : '';
    const text = name === null ? `${space}${selector}` : `${selector}-${name.text}`;
    return [{ start: (name ?? colon).start, end, text }];
  });
}

/** @param tokens after the colon */
function readSelector(
  tokens: readonly CssToken[],
): { readonly selector: Selector; readonly end: number } | null {
  const [first] = tokens;
  if (first?.kind === 'name' && first.name === 'blank') return { selector: 'platen-blank', end: first.end };
  const close = tokens.findIndex(({ text }) => text === ')');
  const last = tokens[close];
  if (first?.kind !== 'function' || first.name !== 'nth' || last === undefined) return null;
  const selector = NTH.get(toText(tokens.slice(1, close)).toLowerCase().replaceAll(/\s/g, ''));
  return selector === undefined ? null : { selector, end: last.end };
}
