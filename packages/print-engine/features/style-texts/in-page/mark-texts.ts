import { parentOf } from '../../../in-page/scripts/access/element-names.ts';
import { findStyleText, type Pseudo } from '../../../in-page/scripts/access/pseudo-text.ts';
import { OWN } from '../../../in-page/scripts/paged/own-names.ts';
import { MARK_OPACITY } from '../../../in-page/scripts/paged/text-marks.ts';
import { page, plain } from '../../../in-page/scripts/pristine.ts';
import { adopt, drop } from '../../../in-page/scripts/style-sheets.ts';
import { toPictureColour } from '../../../in-page/text-marks.ts';
import type { StyleText } from '@platen/pdf';
import type { MarkedTexts, TextsToMark } from '../messages.ts';

/** A screen reader does not read what is in these. The name of a link has the texts of style sheets in it. */
const UNHEARD = '[aria-hidden="true"], [role="img"], [role="image"], svg, a[href]';

/** It has no ink, and the accessibility tree has it. */
const TAG_TEXT = '\u{a0}';

type Root = Document | ShadowRoot;

interface FoundText {
  readonly element: Element;
  readonly pseudo: Pseudo;
  readonly alternative: string | null;
}

/**
 * Gives each text of a style sheet a place in the tags: an element without ink, which the element of the text owns (`aria-owns`). The text and this element
 * have a line in the same colour, which is their number, so the PDF shows which tag is that of which text. No box of the document moves.
 */
function markTexts(marking: TextsToMark): MarkedTexts {
  unmark();
  const { found, unread } = findTexts(marking);
  if (found.length === 0) return { red: 0, texts: [], unread };
  const sheet = toSheet(marking.isPart);
  // It is even, and that of other marks is odd.
  const red = 102 + 2 * ((crypto.getRandomValues(new Uint16Array(1))[0] ?? 0) % 440);
  const boxes = new Map<Root, HTMLElement>();
  for (const [index, text] of found.entries()) {
    const colour = `color(srgb ${toPictureColour(red, index).join(' ')} / ${MARK_OPACITY})`;
    const root = rootOf(text.element);
    const box = boxes.get(root) ?? page.createElement(`${OWN}-texts`);
    boxes.set(root, box);
    box.append(addTag(text, index, colour));
  }
  for (const [root, box] of boxes) {
    (root === document ? page.documentElement : root).append(box);
    adopt(sheet, root === document ? page : root);
  }
  marked = { found, sheet, boxes };
  return { red, texts: readTexts(), unread };
}

/** Reads the texts of `markTexts` again. Numbers of pages are known after a print. */
const readTexts = (): StyleText[] =>
  (marked?.found ?? []).map(({ element, pseudo, alternative }) => ({
    isBefore: pseudo === '::before',
    alternative: alternative === null ? null : (findStyleText(element, pseudo)?.alternative ?? alternative),
  }));

function findTexts({ maxElements, maxTexts }: TextsToMark): { found: FoundText[]; unread: number } {
  const found: FoundText[] = [];
  let [visited, unread] = [0, 0];
  const visitAll = (elements: Iterable<Element>): void => {
    for (const element of elements) {
      visited += 1;
      if (visited > maxElements) return;
      for (const pseudo of ['::before', '::after'] as const) {
        const text = findStyleText(element, pseudo);
        if (text === null || !isHeard(element)) continue;
        if (text.isMarkable && found.length < maxTexts) found.push({ element, pseudo, ...text });
        else unread += 1;
      }
      const shadow = plain(element).shadowRoot;
      if (shadow !== null) visitAll(shadow.querySelectorAll('*'));
    }
  };
  visitAll(page.querySelectorAll(':root, body, body *'));
  return { found, unread };
}

function isHeard(element: Element): boolean {
  if (!plain(element).checkVisibility()) return false;
  for (let outer: Element | null = element; outer !== null; outer = parentOf(outer))
    if (Element.prototype.matches.call(outer, UNHEARD)) return false;
  return true;
}

function rootOf(element: Element): Root {
  const root = plain(element).getRootNode();
  return root instanceof ShadowRoot ? root : document;
}

const attributeOf = (pseudo: Pseudo): string => `data-${OWN}-${pseudo.slice(2)}`;

/** With a part of the pages, each tag must be on the page of its text, which takes long for many. Otherwise all are on the first page. */
function toSheet(isPart: boolean): CSSStyleSheet {
  const sheet = new CSSStyleSheet();
  const { fontFamily } = getComputedStyle(page.body ?? page.documentElement);
  const rules = (['::before', '::after'] as const).map((pseudo) => {
    const attribute = attributeOf(pseudo);
    const anchor = isPart ? `anchor-name: attr(${attribute}-anchor type(<custom-ident>)) !important` : '';
    return `[${attribute}]:not(#a#b#c)${pseudo} { text-decoration: line-through solid attr(${attribute} type(<color>)) !important; ${anchor} }`;
  });
  const place = isPart
    ? `position: absolute !important; position-anchor: attr(${ANCHOR} type(<custom-ident>)) !important; top: anchor(top) !important; left: anchor(left) !important;`
    : '';
  sheet.replaceSync(`${rules.join('\n')}
    ${OWN}-texts:not(#a#b#c) { all: initial !important; position: ${isPart ? 'static' : 'absolute'} !important; top: 0 !important; left: 0 !important;
      font: 1px ${fontFamily} !important; white-space: nowrap !important }
    ${OWN}-text:not(#a#b#c) { all: unset !important; ${place} }`);
  return sheet;
}

const ANCHOR = `data-${OWN}-anchor`;

const OWNS = 'aria-owns';

/** The fields of a form hide its properties if they have the same names. */
const setAttribute = (element: Element, name: string, value: string): void =>
  Element.prototype.setAttribute.call(element, name, value);
const attributeValue = (element: Element, name: string): string =>
  Element.prototype.getAttribute.call(element, name) ?? '';

/** The root element has the tags, and so cannot own them. */
const ownerOf = (element: Element): Element => (element === page.documentElement ? page.body : element);

/** Marks a text, and returns the element that becomes its tag. */
function addTag({ element, pseudo }: FoundText, index: number, colour: string): HTMLElement {
  const tag = page.createElement(`${OWN}-text`);
  const anchor = `--${OWN}-${index}`;
  tag.id = `${OWN}-text-${index}`;
  const text = page.createElement('span');
  text.textContent = TAG_TEXT;
  text.style.textDecoration = `underline solid ${colour}`;
  // Rules of the document do not reach it, so it needs no `all`. Chromium keeps the style of elements with `all`, unless each has a colour of its own.
  tag.attachShadow({ mode: 'open' }).append(text);
  tag.setAttribute(ANCHOR, anchor);
  setAttribute(element, attributeOf(pseudo), colour);
  setAttribute(element, `${attributeOf(pseudo)}-anchor`, anchor);
  // Chromium makes an element of the tags for any group.
  tag.setAttribute('role', 'group');
  const owner = ownerOf(element);
  setAttribute(owner, OWNS, `${attributeValue(owner, OWNS)} ${tag.id}`.trim());
  return tag;
}

interface Marked {
  readonly found: readonly FoundText[];
  readonly sheet: CSSStyleSheet;
  readonly boxes: ReadonlyMap<Root, HTMLElement>;
}

let marked: Marked | null = null;

/** A document whose pages depend on each other is marked again. */
function unmark(): void {
  if (marked === null) return;
  const { found, sheet, boxes } = marked;
  marked = null;
  for (const [root, box] of boxes) {
    box.remove();
    drop(sheet, root === document ? page : root);
  }
  for (const { element, pseudo } of found) {
    const owner = ownerOf(element);
    const owned = attributeValue(owner, OWNS)
      .split(' ')
      .filter((id) => !id.startsWith(`${OWN}-text-`));
    if (owned.length > 0) setAttribute(owner, OWNS, owned.join(' '));
    else Element.prototype.removeAttribute.call(owner, OWNS);
    for (const name of [attributeOf(pseudo), `${attributeOf(pseudo)}-anchor`])
      Element.prototype.removeAttribute.call(element, name);
  }
}

Object.assign(globalThis, { markTexts, readTexts });
