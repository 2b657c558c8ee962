import { IN_LINE } from '../gaps.ts';
import { readCssStrings, splitContent } from '../paged/content-items.ts';

/** The place of a text of a style sheet. */
export type Pseudo = '::before' | '::after';

/** A leader, which only leads the eye. */
const LEADER = /(?:([._\u2026\u00B7-]) ?)\1(?: ?\1){2,}/g;

/** The mark before an alternative. The items between functions have no other slash outside of a string. */
const ALTERNATIVE = /^((?:"(?:[^"\\]|\\[^])*"|[^"/])*)\/([^]*)$/;

const HAS_COUNTER = /\bcounters?\(/;

/** Matches a keyword that shows a quotation mark. */
const HAS_QUOTE = /(?<!no-)\b(?:open|close)-quote\b/;

/** Matches a character that is no white space and no icon. */
const HAS_LETTER = /[^\s\p{Co}]/u;

/** A text of a style sheet that a screen reader reads. */
export interface FoundStyleText {
  /** What it reads instead of the text, or null. */
  readonly alternative: string | null;
  /** It is false if a mark cannot be found, because the text has a line or signs of its own, and a script cannot read it. */
  readonly isMarkable: boolean;
}

/** Finds the text before or after the content of an element. Returns null if it has none, or one that only decorates (css-content-3, 1.2). */
export function findStyleText(element: Element, pseudo: Pseudo): FoundStyleText | null {
  const style = getComputedStyle(element, pseudo);
  const { content, display, visibility } = style;
  if (content === 'none' || content === 'normal' || display === 'none' || visibility !== 'visible')
    return null;
  const text = readPseudo(element, pseudo).trim();
  const strings = splitContent(content).filter((item) => typeof item === 'string');
  const isGenerated = HAS_COUNTER.test(content) || strings.some((item) => HAS_QUOTE.test(item));
  if (strings.some((item) => ALTERNATIVE.test(item)))
    return text === '' ? null : { alternative: text, isMarkable: true };
  if (!isGenerated && !HAS_LETTER.test(text)) return null;
  const hasLeader = strings.some((item) => readCssStrings(item).join('').search(LEADER) >= 0);
  // The mark is the only line of a text, and comes right after it.
  const isMarked =
    style.textDecorationLine === 'none' && style.getPropertyValue('text-emphasis-style') === 'none';
  const isRead = (hasLeader || !isMarked) && !isGenerated;
  return { alternative: isRead ? text : null, isMarkable: isMarked || isRead };
}

/**
 * Returns the text that a style sheet puts before or after the content of an element, or its alternative (css-content-3, 1.2). A string in a function is no
 * text: it is the address of a picture, or stands between numbers. Numbers of counters and quotation marks are left out, because a script cannot read them.
 */
export function readPseudo(element: Element, pseudo: Pseudo): string {
  const style = getComputedStyle(element, pseudo);
  const { content, display, visibility } = style;
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
  text = text.replaceAll(LEADER, ' ');
  return isApart(style) ? ` ${text} ` : text;
}

/** Returns whether the box of a text has room around it. It cannot be measured. */
const isApart = ({
  display,
  marginLeft,
  marginRight,
  paddingLeft,
  paddingRight,
}: CSSStyleDeclaration): boolean =>
  !IN_LINE.test(display) ||
  [marginLeft, marginRight, paddingLeft, paddingRight].some((side) => Number.parseFloat(side) > 0);
