import { listPageRules } from '../page-rules.ts';
import { isReadFromRight } from '../paper.ts';
import { OWN } from './own-names.ts';
import { replaceNames } from './rename-pages.ts';

/** Lets the rules for `:nth(even)` and `:nth(odd)` select left and right pages. */
export function selectNthPages(): void {
  const left = isReadFromRight() ? 'odd' : 'even';
  for (const rule of listPageRules())
    if (rule.selectorText.includes(`${OWN}-`))
      rule.selectorText = replaceNames(rule.selectorText, (selector, name) => {
        if (selector !== 'even' && selector !== 'odd') return null;
        return `${name}:${selector === left ? 'left' : 'right'}`;
      });
}
