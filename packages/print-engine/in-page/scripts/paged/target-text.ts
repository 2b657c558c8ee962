import { plain } from '../pristine.ts';
import { readText } from '../read-text.ts';
import { readCssString, readCssStrings, splitContent } from './content-items.ts';
import type { CounterValues } from './counters.ts';
import { formatCounter } from './format-counter.ts';

/** Writes a counter in a style. */
export type WriteCounter = (value: number, style: string) => string;

const MAX_TEXT_CHARACTERS = 2_000;

/** Source: css-content-3, 3.4. @param which `content` (the default), `before`, `after` or `first-letter` */
export function readTargetText(
  target: Element,
  which = 'content',
  counters: CounterValues = new Map(),
  write: WriteCounter = formatCounter,
): string {
  if (which === 'before' || which === 'after')
    return readContentList(getComputedStyle(target, `::${which}`).content, target, counters, write);
  const text = readText(target, MAX_TEXT_CHARACTERS);
  return which === 'first-letter' ? (/^[\p{P}\p{S}]*\p{L}?\p{M}*/u.exec(text)?.[0] ?? '') : text;
}

/** Returns the text of a list of strings, counters and attributes, and of the contents of the element. */
export function readContentList(
  content: string,
  element: Element,
  counters: CounterValues = new Map(),
  write: WriteCounter = formatCounter,
): string {
  return splitContent(content)
    .map((item) => {
      if (typeof item === 'string') return readCssStrings(item).join('');
      const [first = '', second = '', third] = item.parameters;
      if (item.name === 'counter') return write(counters.get(first)?.at(-1) ?? 0, second || 'decimal');
      if (item.name === 'counters')
        return joinCounters(counters.get(first) ?? [0], { separator: second, style: third, write });
      if (item.name === 'content')
        return readTargetText(element, first.replace(/^text$/i, 'content'), counters, write);
      return item.name === 'attr' ? (plain(element).getAttribute(first) ?? '') : '';
    })
    .join('')
    .slice(0, MAX_TEXT_CHARACTERS);
}

interface CounterList {
  /** A CSS string. */
  readonly separator: string;
  readonly style: string | undefined;
  readonly write: WriteCounter;
}

export const joinCounters = (
  values: readonly number[],
  { separator, style = 'decimal', write }: CounterList,
): string => values.map((value) => write(value, style)).join(readCssString(separator) ?? '');
