import { page } from '../pristine.ts';
import { readCssString, readCssStrings, splitContent } from './content-parts.ts';
import type { CounterValues } from './counters.ts';
import { formatCounter } from './format-counter.ts';

const MAX_TEXT_CHARACTERS = 2_000;

/** Source: css-content-3, 3.4. @param part `content` (the default), `before`, `after` or `first-letter` */
export function readTargetText(
  target: Element,
  part = 'content',
  counters: CounterValues = new Map(),
): string {
  if (part === 'before' || part === 'after')
    return readContentList(getComputedStyle(target, `::${part}`).content, target, counters);
  const text = readText(target, MAX_TEXT_CHARACTERS);
  return part === 'first-letter' ? (/^[\p{P}\p{S}]*\p{L}?\p{M}*/u.exec(text)?.[0] ?? '') : text;
}

/** Returns the beginning of the text. Nested elements may all have the same long text, so the rest is not read. */
export function readText(element: Element, maxCharacters: number): string {
  const walker = page.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  let text = '';
  while (text.length < maxCharacters && walker.nextNode() !== null)
    text = `${text}${walker.currentNode.nodeValue ?? ''}`.replaceAll(/\s+/g, ' ').trimStart();
  return text.slice(0, maxCharacters).trim();
}

/** Returns the text of a list of strings, counters and attributes, and of the contents of the element. */
export function readContentList(
  content: string,
  element: Element,
  counters: CounterValues = new Map(),
): string {
  return splitContent(content)
    .map((part) => {
      if (typeof part === 'string') return readCssStrings(part).join('');
      const [first = '', second = '', third] = part.parameters;
      if (part.name === 'counter')
        return formatCounter(counters.get(first)?.at(-1) ?? 0, second || 'decimal');
      if (part.name === 'counters') return joinCounters(counters.get(first) ?? [0], second, third);
      if (part.name === 'content')
        return readTargetText(element, first.replace(/^text$/i, 'content'), counters);
      return part.name === 'attr' ? (element.getAttribute(first) ?? '') : '';
    })
    .join('')
    .slice(0, MAX_TEXT_CHARACTERS);
}

/** @param separator a CSS string */
export const joinCounters = (values: readonly number[], separator: string, style = 'decimal'): string =>
  values.map((value) => formatCounter(value, style)).join(readCssString(separator) ?? '');
