import { CSS_STRING, readCssStrings } from '../paged/content-items.ts';

/** The place of a text of a style sheet. */
export type Pseudo = '::before' | '::after';

/** The work is bounded: Chromium closes each string, so no match begins twice. */
const STRINGS = new RegExp(CSS_STRING, 'g');

/** A leader, which only leads the eye. */
const LEADER = /(?:([._\u2026\u00B7-]) ?)\1(?: ?\1){2,}/g;

/** Returns the text that a style sheet puts before or after the content of an element, or its alternative (css-content-3, 1.2). */
export function readPseudo(element: Element, pseudo: Pseudo): string {
  const { content, display, visibility } = getComputedStyle(element, pseudo);
  if (!content.includes('"') || display === 'none' || visibility !== 'visible') return '';
  const alternative = content.replaceAll(STRINGS, (text) => '_'.repeat(text.length)).indexOf(' / ');
  const text = readCssStrings(alternative < 0 ? content : content.slice(alternative)).join('');
  return text.replaceAll(LEADER, ' ');
}
