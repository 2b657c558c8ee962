import { nameOf } from './clipped.ts';
import { readRules } from './css-rules.ts';
import { page, plain } from './pristine.ts';
import { listSheets } from './style-sheets.ts';

/** Further elements are not checked. */
const MAX_ELEMENTS = 2_000;
const MAX_NAMED = 5;

const FORCED = /^(?:page|left|right|recto|verso)$/;
const INLINE = /^(?:inline|ruby)/;

/** Names elements that begin or end a page by CSS, where Chromium breaks none. Each box on a line, float and row of flex items is whole. */
export function findLostBreaks(): string[] {
  const found = new Set<string>();
  for (const element of listBreaking()) if (breaks(element) && isWhole(element)) found.add(nameOf(element));
  return [...found].slice(0, MAX_NAMED);
}

function listBreaking(): Element[] {
  const elements = new Set<Element>(page.querySelectorAll('[style*="break-" i]'));
  const visit = (owner: CSSStyleSheet | CSSRule): void => {
    for (const rule of readRules(owner)) {
      if (rule instanceof CSSStyleRule && isForced(rule.style) && elements.size < MAX_ELEMENTS)
        for (const element of page.querySelectorAll(rule.selectorText)) elements.add(element);
      visit(rule);
    }
  };
  for (const sheet of listSheets()) visit(sheet);
  return [...elements].slice(0, MAX_ELEMENTS);
}

const isForced = ({ breakBefore, breakAfter }: CSSStyleDeclaration): boolean =>
  FORCED.test(breakBefore) || FORCED.test(breakAfter);

const breaks = (element: Element): boolean => {
  const style = getComputedStyle(element);
  return isForced(style) && style.display !== 'none' && plain(element).checkVisibility();
};

/** Returns whether the element is not in the flow of blocks, which alone is broken, or is in a box that is not. */
function isWhole(element: Element): boolean {
  const { display, cssFloat, position } = getComputedStyle(element);
  if (INLINE.test(display) || cssFloat !== 'none' || /absolute|fixed/.test(position)) return true;
  for (let at = plain(element).parentElement; at !== null; at = plain(at).parentElement) {
    const around = getComputedStyle(at);
    if (
      around.display.startsWith('inline-') ||
      around.columnCount !== 'auto' ||
      around.columnWidth !== 'auto'
    )
      return true;
    const isRow =
      around.display === 'flex' && around.flexDirection.startsWith('row') && around.flexWrap === 'nowrap';
    if (isRow && at === plain(element).parentElement) return true;
  }
  return false;
}
