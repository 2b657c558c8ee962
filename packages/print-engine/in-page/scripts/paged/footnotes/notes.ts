import { readStyles } from '../../css-rules.ts';
import { page, plain } from '../../pristine.ts';
import { countCounters } from '../counters.ts';
import { isRepeated, type Targets } from '../targets.ts';

export interface Note {
  /** The box in the text that has the number of the note. */
  readonly call: Element;
  /** The fragment of the address of the call. */
  readonly callFragment: string;
  readonly element: HTMLElement;
  readonly fragment: string;
}

const FLOAT = '--platen-float';

/**
 * css-gcpm-3, 2. `::footnote-call` is `platen-call::before`, and `::footnote-marker` is `[data-platen-note]::before`. `:where()` lets each rule of
 * the document win.
 */
const STYLE = `
  [data-platen-call]:not(#a#b#c) { display: contents !important }
  [data-platen-call] platen-call:not(#a#b#c) { display: inline !important }
  :where([data-platen-call]) platen-call { counter-increment: footnote }
  :where(platen-call)::before { content: counter(footnote); vertical-align: super; font-size: 65%; line-height: 0 }
  [data-platen-note]:not(#a#b#c) { display: block !important; position: static !important; float: none !important; counter-set: footnote attr(data-platen-note type(<integer>), 0) }
  :where([data-platen-note])::before { content: counter(footnote) '. ' }`;

/** Whether a style may make footnotes. */
export const hasNotes = (): boolean =>
  [...page.styleSheets, ...page.adoptedStyleSheets].some((sheet) =>
    readStyles(sheet).some((style) => style.getPropertyValue(FLOAT) !== ''),
  ) || page.querySelector(`[style*="${FLOAT}"]`) !== null;

/**
 * Finds the footnotes, and puts a call into the place of each. A note in the head of a table stays there, because its call would be printed on
 * several pages. A note in another note stays there too.
 */
export function takeNotes(targets: Targets): Note[] {
  const found: HTMLElement[] = [];
  for (const element of page.querySelectorAll('body *'))
    if (element instanceof HTMLElement && isFootnote(element) && !isInside(element, found.at(-1)))
      found.push(element);
  if (found.length === 0) return [];
  addStyle(STYLE);
  beginCounter();
  const calls = found.map(replaceWithCall);
  const counters = countCounters(page.documentElement, new Set(calls));
  return found.map((element, index) => {
    const call = calls[index] ?? element;
    plain(element).setAttribute(
      'data-platen-note',
      `${counters.get(call)?.get('footnote')?.at(-1) ?? index + 1}`,
    );
    return { call, callFragment: targets.linkTo(call), element, fragment: targets.linkTo(element) };
  });
}

/** Adds a style before those of the document, so the rules of the document win. */
export function addStyle(text: string): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(text);
  page.adoptedStyleSheets = [sheet, ...page.adoptedStyleSheets];
}

const isInside = (element: Element, note: Element | undefined): boolean =>
  note !== undefined && plain(note).contains(element);

function isFootnote(element: HTMLElement): boolean {
  if (getComputedStyle(element).getPropertyValue(FLOAT).trim() !== 'footnote') return false;
  return plain(element).checkVisibility() && !isRepeated(element);
}

/** Each element that counts begins a counter of its own if no element around it has one. */
function beginCounter(): void {
  const root = page.documentElement;
  const { counterReset } = getComputedStyle(root);
  if (/\bfootnote\b/.test(counterReset)) return;
  root.style.setProperty('counter-reset', `${counterReset === 'none' ? '' : counterReset} footnote`);
}

/** The call has the classes of the note, so the rules for the note's `::footnote-call` apply to it. */
function replaceWithCall(element: HTMLElement): Element {
  const note = plain(element);
  const frame = page.createElement(note.localName);
  for (const name of ['class', 'style', 'lang', 'dir']) {
    const value = note.getAttribute(name);
    if (value !== null) frame.setAttribute(name, value);
  }
  frame.setAttribute('data-platen-call', '');
  const call = page.createElement('platen-call');
  frame.append(call);
  note.replaceWith(frame);
  return call;
}
