import { page, plain } from '../pristine.ts';
import { adopt, drop } from '../style-sheets.ts';
import { readCssString } from './content-items.ts';
import type { PageBoxes } from './page-boxes.ts';
import type { Leader } from './rewrite-content.ts';
import { OWN } from './own-names.ts';

/** A leader of one element. */
export interface PlacedLeader {
  readonly element: Element;
  readonly pseudo: '::before' | '::after';
  readonly key: string;
  /** The text that is repeated. */
  readonly pattern: string;
}

/** The keywords. Source: css-gcpm-3, 2.3. */
const PATTERNS: ReadonlyMap<string, string> = new Map([
  ['dotted', '. '],
  ['solid', '_'],
  ['space', ' '],
]);

/** A character for which no font has a glyph. It stands in the place of a value while its boxes are looked for. */
export const MARK = '\u{f8fe}';

/** Layouts round lengths, and a leader that is too long would wrap. */
const ROUNDING_PX = 1;

/** It has no width, and lines do not break at it. In an element without a text, it shows where the text of `::before` ends. */
const WORD_JOINER = '\u2060';

const SAMPLE_COUNT = 40;
const MAX_COUNT = 2_000;

/** The attribute with the space before the first character of a leader. It aligns the ends of all leaders. */
const REST = `data-${OWN}-rest`;

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
        `[data-${OWN}-measured]:not(#a#b#c)::${name} { display: inline-block !important; text-wrap: nowrap !important; width: auto !important }`,
    )
    .join('\n'),
);

const sizing = new CSSStyleSheet();

/** Finds the elements that have a leader in `::before` or `::after`. */
export function placeLeaders(
  leaders: readonly Leader[],
  roots: readonly (Document | ShadowRoot)[],
): PlacedLeader[] {
  return leaders.flatMap(({ key, pattern, attributes }) => {
    const text = readCssString(pattern) ?? PATTERNS.get(pattern) ?? '';
    if (text === '') return [];
    const selector = attributes.map((name) => `[${name}]`).join();
    const candidates = roots.flatMap((root) =>
      Array.from(root.querySelectorAll(selector || (root instanceof ShadowRoot ? '*' : 'body *'))),
    );
    for (const element of candidates) plain(element).setAttribute(key, MARK);
    const placed = candidates.flatMap((element) =>
      (['::before', '::after'] as const)
        .filter((pseudo) => {
          const { content, display } = getComputedStyle(element, pseudo);
          return display === 'inline' && content.includes(MARK);
        })
        .map((pseudo) => ({ element, pseudo, key, pattern: text })),
    );
    for (const element of candidates) plain(element).removeAttribute(key);
    return placed;
  });
}

/** Returns the trees of the leaders, because style sheets of the document do not apply in shadow trees. */
const findTrees = (leaders: readonly PlacedLeader[]): Set<Document | ShadowRoot> =>
  new Set(
    leaders.map(({ element }) => {
      const root = plain(element).getRootNode();
      return root instanceof ShadowRoot ? root : page;
    }),
  );

/** Fills the space between the text before a leader and the end of its line. It lays the document out four times. */
export function fillLeaders(leaders: readonly PlacedLeader[], boxes: PageBoxes): void {
  if (leaders.length === 0) return;
  const trees = findTrees(leaders);
  for (const tree of trees) adopt(resting, tree);
  for (const { element, pseudo, key } of leaders) {
    plain(element).setAttribute(key, '');
    plain(element).removeAttribute(`${REST}-${pseudo.slice(2)}`);
  }
  const spaces = measureSpaces(leaders, boxes);
  for (const tree of trees) adopt(measuring, tree);
  for (const { element } of leaders) plain(element).setAttribute(`data-${OWN}-measured`, '');
  const [short, long] = [1, 2].map((factor) => measureWidths(leaders, factor * SAMPLE_COUNT));
  for (const { element } of leaders) plain(element).removeAttribute(`data-${OWN}-measured`);
  for (const tree of trees) drop(measuring, tree);
  for (const [index, { element, pseudo, key, pattern }] of leaders.entries()) {
    const width = short?.[index] ?? 0;
    const step = ((long?.[index] ?? 0) - width) / SAMPLE_COUNT;
    const space = (spaces[index] ?? 0) - (width - step * SAMPLE_COUNT) - ROUNDING_PX;
    const count = step > 0 ? Math.max(0, Math.min(Math.floor(space / step), MAX_COUNT)) : 0;
    plain(element).setAttribute(key, pattern.repeat(count));
    if (count > 0) plain(element).setAttribute(`${REST}-${pseudo.slice(2)}`, `${space - count * step}px`);
  }
}

function measureWidths(leaders: readonly PlacedLeader[], count: number): number[] {
  for (const { element, key, pattern } of leaders) plain(element).setAttribute(key, pattern.repeat(count));
  return leaders.map(({ element, pseudo }) => toNumber(getComputedStyle(element, pseudo).width));
}

/** The window is as wide as the content of pages without a name. Pages with a name may be wider or narrower. */
function measureSpaces(leaders: readonly PlacedLeader[], boxes: PageBoxes): number[] {
  const windowPx = boxes.read('auto').widthPx;
  const widths = leaders.map(({ element }) => boxes.of(element).widthPx);
  const spaces: number[] = [];
  const ends = addEnds(leaders);
  for (const width of new Set(widths)) {
    if (width === windowPx) {
      drop(sizing);
    } else {
      sizing.replaceSync(`:root { box-sizing: border-box !important; width: ${width}px !important }`);
      adopt(sizing);
    }
    for (const [index, { element }] of leaders.entries())
      if (widths[index] === width) spaces[index] = measureSpace(element);
  }
  drop(sizing);
  for (const end of ends) plain(end).remove();
  return spaces;
}

/** Ranges have no boxes of `::before`, so a text is added where it ends. All are added at once: each reading after a change is a layout. */
function addEnds(leaders: readonly PlacedLeader[]): Text[] {
  const empty = leaders.filter(
    ({ element, pseudo }) => pseudo === '::after' && listRects(element).length === 0,
  );
  return empty.map(({ element }) => {
    const end = page.createTextNode(WORD_JOINER);
    plain(element).append(end);
    return end;
  });
}

function listRects(element: Element): DOMRect[] {
  const range = page.createRange();
  range.selectNodeContents(element);
  return Array.from(range.getClientRects());
}

/** Returns the space from the end of the element's own text to the end of the line. */
function measureSpace(element: Element): number {
  const rects = listRects(element);
  const last = rects.at(-1);
  const own = plain(element).getClientRects().item(0);
  const { left, right, isRightToLeft } = measureLine(element);
  if (last === undefined) return isRightToLeft ? (own?.right ?? right) - left : right - (own?.left ?? left);
  // The text may be in a box with padding, which comes before it in the list.
  const line = rects.filter(({ top, bottom }) => top < last.bottom && bottom > last.top);
  return isRightToLeft
    ? Math.min(...line.map((rect) => rect.left)) - left
    : right - Math.max(...line.map((rect) => rect.right));
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
