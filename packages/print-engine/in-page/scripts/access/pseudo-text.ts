import { readCssStrings, splitContent } from '../paged/content-items.ts';

/** The place of a text of a style sheet. */
export type Pseudo = '::before' | '::after';

/** A leader, which only leads the eye. */
const LEADER = /(?:([._\u2026\u00B7-]) ?)\1(?: ?\1){2,}/g;

/** The mark before an alternative. The items between functions have no other slash outside of a string. */
const ALTERNATIVE = /^((?:"(?:[^"\\]|\\[^])*"|[^"/])*)\/([^]*)$/;

const HAS_COUNTER = /\bcounters?\(/;

/** Returns whether a style sheet shows words or numbers before or after the content of an element, also those of counters. */
export function hasPseudoText(element: Element, pseudo: Pseudo): boolean {
  if (/[\p{L}\p{N}]/u.test(readPseudo(element, pseudo))) return true;
  const { content, display, visibility } = getComputedStyle(element, pseudo);
  if (!HAS_COUNTER.test(content) || display === 'none' || visibility !== 'visible') return false;
  return !splitContent(content).some((item) => typeof item === 'string' && ALTERNATIVE.test(item));
}

/**
 * Returns the text that a style sheet puts before or after the content of an element, or its alternative (css-content-3, 1.2). A string in a function is no
 * text: it is the address of a picture, or stands between numbers. Numbers of counters and quotation marks are left out, because a script cannot read them.
 */
export function readPseudo(element: Element, pseudo: Pseudo): string {
  const { content, display, visibility } = getComputedStyle(element, pseudo);
  if (!content.includes('"') || display === 'none' || visibility !== 'visible') return '';
  let text = '';
  for (const item of splitContent(content)) {
    if (typeof item !== 'string') continue;
    const alternative = ALTERNATIVE.exec(item)?.[2];
    // A word of its own, as Chromium reads it.
    text =
      alternative === undefined
        ? text + readCssStrings(item).join('')
        : ` ${readCssStrings(alternative).join('')} `;
  }
  return text.replaceAll(LEADER, ' ');
}
