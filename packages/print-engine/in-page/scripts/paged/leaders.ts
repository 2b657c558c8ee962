import { page, plain } from '../pristine.ts';
import { readCssString } from './content-parts.ts';
import type { Leader } from './rewrite-content.ts';

/** A leader of one element. */
export interface PlacedLeader {
  readonly element: Element;
  readonly pseudo: '::before' | '::after';
  readonly key: string;
  /** The text that is repeated. */
  readonly pattern: string;
}

/** css-gcpm-3, 2.3. */
const PATTERNS: ReadonlyMap<string, string> = new Map([
  ['dotted', '. '],
  ['solid', '_'],
  ['space', ' '],
]);

/** No font has a glyph for it. */
const MARK = '\u{f8fe}';

/** Layouts round, and a leader that is too long would wrap. */
const ROUNDING_PX = 1;

const SAMPLE_COUNT = 40;
const MAX_COUNT = 2_000;

/** The attribute with the space before the first character of a leader. It aligns the ends of all leaders. */
const REST = 'data-platen-rest';

const resting = new CSSStyleSheet();
resting.replaceSync(
  ['before', 'after']
    .map(
      (name) =>
        `[${REST}-${name}]:not(#a#b#c)::${name} { padding-inline-start: attr(${REST}-${name} type(<length>), 0px) !important }`,
    )
    .join('\n'),
);

const measuring = new CSSStyleSheet();
measuring.replaceSync(
  ['before', 'after']
    .map(
      (name) =>
        `[data-platen-measured]:not(#a#b#c)::${name} { display: inline-block !important; text-wrap: nowrap !important; width: auto !important }`,
    )
    .join('\n'),
);

/** Finds the elements that have a leader in `::before` or `::after`. */
export function placeLeaders(leaders: readonly Leader[], elements: readonly Element[]): PlacedLeader[] {
  return leaders.flatMap(({ key, pattern, attributes }) => {
    const text = readCssString(pattern) ?? PATTERNS.get(pattern) ?? '';
    if (text === '') return [];
    const candidates = elements.filter((element) => attributes.some((name) => element.hasAttribute(name)));
    for (const element of candidates) element.setAttribute(key, MARK);
    const placed = candidates.flatMap((element) =>
      (['::before', '::after'] as const)
        .filter((pseudo) => {
          const { content, display } = getComputedStyle(element, pseudo);
          return display === 'inline' && content.includes(MARK);
        })
        .map((pseudo) => ({ element, pseudo, key, pattern: text })),
    );
    for (const element of candidates) element.removeAttribute(key);
    return placed;
  });
}

/** Fills the space between the text before a leader and the end of its line. It lays the document out three times. */
export function fillLeaders(leaders: readonly PlacedLeader[]): void {
  if (leaders.length === 0) return;
  page.adoptedStyleSheets = [...page.adoptedStyleSheets.filter((sheet) => sheet !== resting), resting];
  for (const { element, pseudo, key } of leaders) {
    element.setAttribute(key, '');
    element.removeAttribute(`${REST}-${pseudo.slice(2)}`);
  }
  const spaces = leaders.map(({ element }) => measureSpace(element));
  page.adoptedStyleSheets = [...page.adoptedStyleSheets, measuring];
  for (const { element } of leaders) element.setAttribute('data-platen-measured', '');
  const [short, long] = [1, 2].map((factor) => measureWidths(leaders, factor * SAMPLE_COUNT));
  for (const { element } of leaders) element.removeAttribute('data-platen-measured');
  page.adoptedStyleSheets = page.adoptedStyleSheets.filter((sheet) => sheet !== measuring);
  for (const [index, { element, pseudo, key, pattern }] of leaders.entries()) {
    const width = short?.[index] ?? 0;
    const step = ((long?.[index] ?? 0) - width) / SAMPLE_COUNT;
    const space = (spaces[index] ?? 0) - (width - step * SAMPLE_COUNT) - ROUNDING_PX;
    const count = step > 0 ? Math.max(0, Math.min(Math.floor(space / step), MAX_COUNT)) : 0;
    element.setAttribute(key, pattern.repeat(count));
    if (count > 0) element.setAttribute(`${REST}-${pseudo.slice(2)}`, `${space - count * step}px`);
  }
}

function measureWidths(leaders: readonly PlacedLeader[], count: number): number[] {
  for (const { element, key, pattern } of leaders) element.setAttribute(key, pattern.repeat(count));
  return leaders.map(({ element, pseudo }) => toNumber(getComputedStyle(element, pseudo).width));
}

/** Returns the space from the end of the element's own text to the end of the line. */
function measureSpace(element: Element): number {
  const range = page.createRange();
  range.selectNodeContents(element);
  const text = Array.from(range.getClientRects()).at(-1);
  const own = element.getClientRects().item(0);
  const { left, right, isRightToLeft } = measureLine(element);
  if (isRightToLeft) return (text?.left ?? own?.right ?? right) - left;
  return right - (text?.right ?? own?.left ?? left);
}

interface Line {
  readonly left: number;
  readonly right: number;
  readonly isRightToLeft: boolean;
}

function measureLine(element: Element): Line {
  let block: Element = element;
  for (let at: Element | null = element; at !== null; at = plain(at).parentElement) {
    block = at;
    if (!/^(inline|contents)$/.test(getComputedStyle(at).display)) break;
  }
  const style = getComputedStyle(block);
  const { left, right } = plain(block).getBoundingClientRect();
  return {
    left: left + toNumber(style.borderLeftWidth) + toNumber(style.paddingLeft),
    right: right - toNumber(style.borderRightWidth) - toNumber(style.paddingRight),
    isRightToLeft: style.direction === 'rtl',
  };
}

const toNumber = (length: string): number => Number.parseFloat(length) || 0;
