import { listPageRules } from '../page-rules.ts';
import { plain } from '../pristine.ts';
import { hasStyle } from '../style-sheets.ts';
import { readChanges } from './counters.ts';
import { listMarginBoxes, type MarginBox } from './margin-boxes.ts';
import { readNumberStyle } from './margin-numbers.ts';

/** Source: contract 6.6, `firstPageNumber`. */
const MAX_NUMBER = 999_999;
const MAX_STEP = 1_000;

/** Returns the page number that a style begins with, or null. Authors who reset the counter without a number mean the first page. */
export function readRestart(style: Style): number | null {
  const number = readPageChange(style, ['counter-reset', 'counter-set']);
  return number === null ? null : Math.min(Math.max(number, 1), MAX_NUMBER);
}

type Style = Pick<CSSStyleDeclaration, 'getPropertyValue'>;

/** Returns the value that the last of the properties has for the counter of pages, or null. */
function readPageChange(style: Style, properties: readonly string[]): number | null {
  const changes = properties.flatMap((name) => readChanges(style.getPropertyValue(name)));
  return changes.findLast(([name]) => name === 'page')?.[1] ?? null;
}

/** The rules for the numbers of pages. Style sheets of shadow trees have no `@page` rules. */
export class NumberRules {
  /** By the name of pages, the number of their first one. The name of all pages is empty. */
  readonly restarts = new Map<string, number>();
  /** By the name of pages, how much each of them adds to the number. It is 0 for pages that do not count, such as a cover. */
  readonly steps = new Map<string, number>();
  /** By the name of pages, the counter style of the first margin box that shows the number. */
  readonly styles = new Map<string, string>();
  /** The margin boxes that may show numbers. */
  readonly boxes: MarginBox[] = [];
  /** Elements may restart the numbers. */
  readonly mayRestart: boolean;
  readonly #rules: CSSPageRule[];
  /** By selector and margin box, the counter style of the last rule. It is null if the box shows no number. */
  readonly #shown = new Map<string, Map<string, string | null>>();

  constructor() {
    const rules = listPageRules();
    // Rules outside of layers win over those in layers.
    this.#rules = [...rules.filter(isInLayer), ...rules.filter((rule) => !isInLayer(rule))];
    for (const rule of this.#rules) this.#read(rule);
    this.#chooseStyles();
    this.mayRestart = hasStyle('counter-', (style) => readRestart(style) !== null);
  }

  /** The rules change the numbers or their style. */
  get areOwn(): boolean {
    return (
      this.restarts.size > 0 ||
      [...this.steps.values()].some((step) => step !== 1) ||
      [...this.styles.values()].some((style) => style !== 'decimal')
    );
  }

  #read(rule: CSSPageRule): void {
    const boxes = listMarginBoxes(rule).filter(({ style }) => style.content !== '');
    this.boxes.push(...boxes);
    const restart = readRestart(rule.style);
    const step = readPageChange(rule.style, ['counter-increment']);
    for (const name of readPageNames(rule.selectorText)) {
      if (restart !== null) this.restarts.set(name, restart);
      if (step !== null) this.steps.set(name, Math.min(Math.max(step, 0), MAX_STEP));
    }
    const shown = this.#shown.get(rule.selectorText) ?? new Map<string, string | null>();
    for (const box of boxes) shown.set(box.name, readNumberStyle(box));
    this.#shown.set(rule.selectorText, shown);
  }

  /** The style of named pages is that of their own margin boxes. A rule for all of them comes before one for left or right ones. */
  #chooseStyles(): void {
    for (const [selector, shown] of [...this.#shown].toSorted(
      ([one], [other]) => specificityOf(one) - specificityOf(other),
    )) {
      const style = [...shown.values()].find((value) => value !== null);
      for (const name of readPageNames(selector))
        if (style !== undefined && style !== null && !this.styles.has(name)) this.styles.set(name, style);
    }
  }

  /** Makes Chromium count each page once, from 1. With such a rule, its counter would start again on each page. */
  removeCounters(): void {
    for (const { style } of this.#rules)
      for (const name of ['counter-reset', 'counter-set', 'counter-increment']) {
        const changes = readChanges(style.getPropertyValue(name));
        const others = changes.filter(([counter]) => counter !== 'page');
        if (others.length < changes.length) style.setProperty(name, others.flat().join(' ') || 'none');
      }
  }
}

/** Returns 1 for a rule that is only for some of the pages with its name, and otherwise 0, to sort by. */
const specificityOf = (selector: string): number => Number(selector.includes(':'));

function isInLayer(rule: CSSRule): boolean {
  for (let owner = rule.parentRule; owner !== null; owner = owner.parentRule)
    if (owner instanceof CSSLayerBlockRule) return true;
  return false;
}

/** Returns the names of the pages that the rule selects: `front` of `front:first`, and an empty name for all pages. */
const readPageNames = (selectors: string): string[] =>
  selectors.split(',').map((selector) => selector.split(':')[0]?.trim() ?? '');

/** The first element of pages with another name. */
export interface PageRun {
  readonly element: Element;
  /** Empty if the pages have no name. */
  readonly name: string;
}

/** The property `page` applies only to boxes in the flow of blocks. */
const BLOCK = /^(?:block|flow-root|list-item|table|flex|grid|contents)$/;
/** The children of other boxes are not in the flow of blocks. */
const FLOW = /^(?:block|flow-root|list-item|contents)$/;

/** Finds where the name of the pages changes (css-page-3, 9.1). Chromium breaks the page there. */
export function findPageRuns(root: Element, maxCount: number): PageRun[] {
  const runs: PageRun[] = [];
  let current = '';
  const visit = (element: Element, inherited: string): void => {
    const { display, page: own, position, float } = getComputedStyle(element);
    const isOut = position === 'absolute' || position === 'fixed' || float !== 'none';
    const isBlock = BLOCK.test(display);
    // An inline element with text begins a page if it follows a block with another name.
    if (isOut || display === 'none' || (!isBlock && plain(element).textContent?.trim() === '')) return;
    const name = !isBlock || own === 'auto' || own === '' ? inherited : own;
    if (name !== current && display !== 'contents') {
      current = name;
      runs.push({ element, name });
    }
    for (const child of FLOW.test(display) ? plain(element).children : [])
      if (runs.length < maxCount) visit(child, name);
  };
  visit(root, '');
  return runs;
}
