import type { NoEffect, NoEffectCheck, Side } from '../loss-messages.ts';
import { readRules } from './css-rules.ts';
import { findLostBreaks } from './lost-breaks.ts';
import { readOtherPageSizes, readPageMargins, readPageSize } from './paper.ts';
import { listIgnored } from './ignored-in-page.ts';
import { listPageRules } from './page-rules.ts';
import { page, plain } from './pristine.ts';
import { hasSheetStyle, hasStyle } from './style-sheets.ts';

const MAX_LINKS = 500;
const MAX_LINK_CHARACTERS = 80;

/** A page that is this much smaller or larger is another one: Chromium rounds lengths. */
const SAME_PX = 4;

const SOFT_HYPHEN = '\u00AD';

/** CSS for pages without an effect. Linked style sheets are read later: `judgeSheets`. */
const findIgnored = (): string[] =>
  listIgnored(Array.from(page.querySelectorAll('style'), (style) => plain(style).textContent));

/** Pages are turned only if the document chooses its paper. */
const findTurn = (): string | null =>
  listPageRules()
    .map(({ style }) => style.getPropertyValue('page-orientation'))
    .find((turn) => turn !== '' && turn !== 'upright') ?? null;

/** Finds what the document asks for and the print does not do, though no CSS is wrong. */
export function findNoEffect(check: NoEffectCheck, isPaged: boolean): NoEffect {
  return {
    deadLinks: findDeadLinks(),
    pageSize: check.isOwnPaper ? null : findOtherSize(check.paperPx),
    margins: findReplacedMargins(check),
    jobMargins: findOtherMargins(check),
    hyphens: hasStyle('hyphens', ({ hyphens }) => hyphens === 'auto') && !hasSoftHyphen(),
    // The old name of the property, `-webkit-mask-composite`, has `xor` for `exclude`.
    maskComposite: hasStyle('mask', (style) => /exclude|xor/.test(style.getPropertyValue('mask-composite'))),
    pageCounter: showsPageCounter(),
    // The other CSS of pages is named by those who read it.
    ignored: isPaged ? [] : findIgnored(),
    lostBreaks: findLostBreaks(),
    noRoom: findBoxesWithoutRoom(check),
    turn: check.isOwnPaper ? null : findTurn(),
  };
}

/** The counters of pages are 0 outside of margin boxes, unless the document has its own with their names. */
const showsPageCounter = (): boolean =>
  hasSheetStyle(
    ({ content, parentRule }) =>
      /\bcounters?\(\s*pages?\b/i.test(content) && !(parentRule?.parentRule instanceof CSSPageRule),
  ) &&
  !hasStyle('counter', (style) =>
    ['reset', 'set', 'increment'].some((each) =>
      /\bpages?\b/.test(style.getPropertyValue(`counter-${each}`)),
    ),
  );

/** A person who writes soft hyphens does not wait for others. */
const hasSoftHyphen = (): boolean =>
  (page.body as Element | null) !== null && (plain(page.body).textContent ?? '').includes(SOFT_HYPHEN);

/** The addresses of links to elements that the document does not have. The top of the document needs none. */
function findDeadLinks(): string[] {
  const links = Array.from(page.querySelectorAll('a[href^="#"]')).slice(0, MAX_LINKS);
  const hrefs = new Set(links.map((link) => plain(link).getAttribute('href') ?? ''));
  return [...hrefs]
    .filter((href) => !hasTarget(href.slice(1)))
    .map((href) => href.slice(0, MAX_LINK_CHARACTERS));
}

function hasTarget(fragment: string): boolean {
  if (fragment === '' || fragment.toLowerCase() === 'top' || fragment.startsWith(':~:')) return true;
  return [fragment, decode(fragment)].some(
    (name) =>
      page.getElementById(name) !== null || page.querySelector(`a[name="${CSS.escape(name)}"]`) !== null,
  );
}

function decode(fragment: string): string {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment;
  }
}

/** The first `size` of the document's `@page` rules, if the paper has another one. */
function findOtherSize({ width, height }: NoEffectCheck['paperPx']): string | null {
  const other = [readPageSize(), ...readOtherPageSizes()].find(
    (size) =>
      size !== null &&
      (Math.abs(size.width - width) >= SAME_PX || Math.abs((size.height ?? height) - height) >= SAME_PX),
  );
  return other?.css.slice(0, MAX_LINK_CHARACTERS) ?? null;
}

/** The sides on which a header or a footer takes the place of the document's margin. */
function findReplacedMargins({ bandsPx }: NoEffectCheck): NoEffect['margins'] {
  const margins = readPageMargins();
  return (['top', 'bottom'] as const).flatMap((side) => {
    const bandPx = bandsPx[side];
    return bandPx === null || margins[side] <= bandPx + SAME_PX
      ? []
      : [{ side, ownPx: margins[side], bandPx }];
  });
}

/** The sides on which the job has another margin than the document. A document often has none on purpose, for any margin. */
function findOtherMargins({ marginsPx }: NoEffectCheck): NoEffect['jobMargins'] {
  if (marginsPx === null) return [];
  const margins = readPageMargins();
  return SIDES.flatMap((side) => {
    const [ownPx, jobPx] = [margins[side], marginsPx[side]];
    return ownPx === 0 || Math.abs(ownPx - jobPx) <= SAME_PX ? [] : [{ side, ownPx, jobPx }];
  });
}

const SIDES = ['top', 'right', 'bottom', 'left'] as const;

interface MarginRule extends CSSRule {
  /** Such as `top-left`. */
  readonly name: string;
  readonly style: CSSStyleDeclaration;
}

/** The types of the DOM do not have `CSSMarginRule`. */
const isMarginRule = (rule: CSSRule): rule is MarginRule =>
  'name' in rule && 'style' in rule && rule.style instanceof CSSStyleDeclaration;

/** The margin boxes of all pages that are not printed, because their side has no margin. */
function findBoxesWithoutRoom({ marginsPx, bandsPx }: NoEffectCheck): NoEffect['noRoom'] {
  const own = readPageMargins();
  const marginOf = (side: Side): number =>
    marginsPx?.[side] ?? (side === 'top' || side === 'bottom' ? bandsPx[side] : null) ?? own[side];
  const boxes = new Map<string, NoEffect['noRoom'][number]>();
  for (const rule of listPageRules().filter(({ selectorText }) => selectorText === ''))
    for (const { name, style } of readRules(rule).filter(isMarginRule)) {
      const side = SIDES.find((each) => name.startsWith(each));
      if (side === undefined || marginOf(side) >= 1 || /^(?:none|normal)?$/.test(style.content)) continue;
      boxes.set(name, { box: `@${name}`, side });
    }
  return [...boxes.values()];
}
