import { readStyles } from '../../css-rules.ts';
import { page, plain } from '../../pristine.ts';
import { countCounters, readChanges } from '../counters.ts';
import { isRepeated } from '../fragments.ts';
import type { Targets } from '../targets.ts';
import { OWN } from '../own-names.ts';

export interface Note {
  /** The box in the text that has the number of the note. */
  readonly call: Element;
  /** The fragment of the address of the call. */
  readonly callFragment: string;
  readonly element: HTMLElement;
  readonly fragment: string;
  /** The value of the counter at its call. */
  number: number;
}

/** The attribute that gives a note its number. */
const NUMBER = `data-${OWN}-note`;

const COUNTER = 'footnote';

const FLOAT = `--${OWN}-float`;

/**
 * css-gcpm-3, 2. `::footnote-call` is the `::before` of the call, and `::footnote-marker` is that of the note. `:where()` lets each rule of
 * the document win.
 */
const STYLE = `
  [data-${OWN}-call]:not(#a#b#c) { display: contents !important }
  [data-${OWN}-call] ${OWN}-call:not(#a#b#c) { display: inline !important }
  :where([data-${OWN}-call]) ${OWN}-call { counter-increment: footnote }
  :where(${OWN}-call)::before { content: counter(footnote); vertical-align: super; font-size: 65%; line-height: 0 }
  [${NUMBER}]:not(#a#b#c) { display: block !important; position: static !important; float: none !important; counter-set: footnote attr(${NUMBER} type(<integer>), 0) }
  :where([${NUMBER}])::before { content: counter(footnote) '. ' }`;

/** Returns whether a style may make footnotes. */
const mayHaveNotes = (): boolean =>
  [...page.styleSheets, ...page.adoptedStyleSheets].some((sheet) =>
    readStyles(sheet).some((style) => style.getPropertyValue(FLOAT) !== ''),
  ) || page.querySelector(`[style*="${FLOAT}"]`) !== null;

/**
 * Finds the footnotes. A note in the head of a table stays there, because its call would be printed on several pages. A note in another note stays
 * there too.
 */
export function findNotes(): HTMLElement[] {
  const found: HTMLElement[] = [];
  if (!mayHaveNotes()) return found;
  for (const element of page.querySelectorAll('body *'))
    if (element instanceof HTMLElement && isFootnote(element) && !isInside(element, found.at(-1)))
      found.push(element);
  return found;
}

/** Puts a call into the place of each note. */
export function takeNotes(found: readonly HTMLElement[], targets: Targets): Note[] {
  addStyle(STYLE);
  countInOneScope();
  const calls = found.map(replaceWithCall);
  const notes = found.map((element, index) => {
    const call = calls[index] ?? element;
    return { call, element, number: Number.NaN };
  });
  numberNotes(notes);
  for (const [index, note] of notes.entries()) readAtCall(note, index);
  return notes.map((note) => ({
    ...note,
    callFragment: targets.linkToBox(note.call),
    fragment: targets.add(note.element),
  }));
}

/** A screen reader reads a note after its call, and not where its page has it. */
function readAtCall({ call, element }: Pick<Note, 'call' | 'element'>, index: number): void {
  if (plain(element).id === '') plain(element).id = `${OWN}-note-${index}`;
  plain(call).parentElement?.setAttribute('aria-owns', plain(element).id);
}

/** Writes the number of each call to its note. @returns the numbers that have changed */
export function numberNotes(notes: readonly Pick<Note, 'call' | 'element' | 'number'>[]): number[] {
  const counters = countCounters(page.documentElement, new Set(notes.map(({ call }) => call)));
  return notes.flatMap((note, index) => {
    const { call, element } = note;
    note.number = counters.get(call)?.get(COUNTER)?.at(-1) ?? index + 1;
    if (plain(element).getAttribute(NUMBER) === `${note.number}`) return [];
    plain(element).setAttribute(NUMBER, `${note.number}`);
    return [note.number];
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

/**
 * Gives the document one counter of footnotes. A reset inside the scope of another counter would end with its element, so the notes after an `h2` that
 * resets it would not start again. So a reset sets the counter.
 */
function countInOneScope(): void {
  for (const element of page.querySelectorAll<HTMLElement>('body, body *')) {
    const { counterReset, counterSet } = getComputedStyle(element);
    const changes = readChanges(counterReset);
    const reset = changes.findLast(([name]) => name === COUNTER);
    if (reset === undefined) continue;
    const set = [...readChanges(counterSet), reset];
    writeChanges(
      element,
      'counter-reset',
      changes.filter(([name]) => name !== COUNTER),
    );
    writeChanges(element, 'counter-set', set);
  }
  const root = page.documentElement;
  const changes = readChanges(getComputedStyle(root).counterReset);
  if (!changes.some(([name]) => name === COUNTER))
    writeChanges(root, 'counter-reset', [...changes, [COUNTER, 0]]);
}

const writeChanges = (
  element: HTMLElement,
  property: string,
  changes: readonly (readonly [name: string, value: number])[],
): void => plain(element).style.setProperty(property, changes.flat().join(' ') || 'none', 'important');

/** The call has the classes of the note, so the rules for the note's `::footnote-call` apply to it. */
function replaceWithCall(note: HTMLElement): Element {
  const frame = page.createElement(plain(note).localName);
  for (const name of ['class', 'style', 'lang', 'dir']) {
    const value = plain(note).getAttribute(name);
    if (value !== null) frame.setAttribute(name, value);
  }
  frame.setAttribute(`data-${OWN}-call`, '');
  const call = page.createElement(`${OWN}-call`);
  frame.append(call);
  plain(note).replaceWith(frame);
  return call;
}
