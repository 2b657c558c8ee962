import { readCss } from '@platen/markup';
import { readRules } from './css-rules.ts';
import { plain } from './pristine.ts';

/** Further rules with an address are not checked. */
const MAX_RULES = 500;

const PSEUDO_ELEMENT = /::[a-z-]+(?:\([^()]*\))?|:(?:before|after|first-line|first-letter)\b/gi;

/** Lists the addresses of pictures in the styles of a document that hold for one of its elements, and of imports. Fonts report themselves. */
export function listStyleAddresses(document: Document): string[] {
  const found: string[] = [];
  let left = MAX_RULES;
  const visit = (owner: CSSStyleSheet | CSSRule): void => {
    for (const rule of readRules(owner)) {
      if (rule instanceof CSSImportRule) found.push(rule.href);
      else if (rule instanceof CSSMediaRule && !matchMedia(rule.media.mediaText).matches) continue;
      else if (rule instanceof CSSStyleRule && left > 0 && rule.style.cssText.includes('url(')) {
        left -= 1;
        if (isUsed(rule, document)) found.push(...readCss(rule.style.cssText).addresses);
      }
      visit(rule);
    }
  };
  for (const sheet of document.styleSheets) visit(sheet);
  const styled = Array.from(document.querySelectorAll('[style*="url(" i]')).slice(0, MAX_RULES);
  for (const element of styled) found.push(...readCss(plain(element).getAttribute('style') ?? '').addresses);
  return [...new Set(found)];
}

function isUsed({ selectorText }: CSSStyleRule, document: Document): boolean {
  try {
    return document.querySelector(selectorText.replaceAll(PSEUDO_ELEMENT, '') || '*') !== null;
  } catch {
    return false;
  }
}
