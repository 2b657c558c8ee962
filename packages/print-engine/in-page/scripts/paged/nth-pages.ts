import { listPageRules } from '../page-rules.ts';
import { isReadFromRight } from '../paper.ts';

/** Matches what `renamePages` makes of `@page :nth(even)` and `@page name:nth(even)`. */
const RENAMED = /platen-(even|odd)(?:-([^\s,]+))?/g;

/** Lets the rules for `:nth(even)` and `:nth(odd)` select left and right pages. */
export function selectNthPages(): void {
  const left = isReadFromRight() ? 'odd' : 'even';
  for (const rule of listPageRules())
    if (rule.selectorText.includes('platen-'))
      rule.selectorText = rule.selectorText.replaceAll(
        RENAMED,
        (_, nth: string, name = '') => `${name}:${nth === left ? 'left' : 'right'}`,
      );
}
