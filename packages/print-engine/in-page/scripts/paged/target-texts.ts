import { page, plain } from '../pristine.ts';

/** The texts that show where a target is. */
export interface TargetTexts {
  /** The text with which the target begins. It is null if it begins with a picture, or has no text. */
  readonly own: Text | null;
  /** If `own` is null, what shows where the target is: the picture with which it begins, or its box. */
  readonly picture: Element | null;
  /** The last text before the target, and the first text in it or after it. */
  readonly before: Text | null;
  readonly after: Text | null;
}

const REPLACED =
  'img, svg, canvas, video, iframe, object, embed, hr, input, textarea, select, meter, progress';

/** A target whose first text has not been found yet. */
interface Waiting {
  readonly target: Element;
  /** The number of texts before it. */
  readonly begins: number;
  /** The picture with which it begins. */
  picture: Element | null;
}

/** What prints did not show: texts, and targets of which no text is looked for. */
interface Unpainted {
  readonly texts: ReadonlySet<Text>;
  readonly targets: ReadonlySet<Element>;
}

/** Finds the texts of targets in one walk, in the order of the document. */
export function findTargetTexts(
  targets: ReadonlySet<Element>,
  unpainted: Unpainted,
): Map<Element, TargetTexts> {
  const found = new Map<Element, TargetTexts>();
  const texts: Text[] = [];
  let waiting: Waiting[] = [];
  /** Those of `waiting` without a picture that the last picture was not after. */
  let open: typeof waiting = [];
  const walker = page.createTreeWalker(page.documentElement, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
  const isShown = (text: Text): boolean => !unpainted.texts.has(text) && isVisible(text);
  let [last, checked]: [Text | null, number] = [null, 0];
  // The targets come in the order of the document, so each text is checked once.
  const findBefore = (end: number): Text | null => {
    last = texts.slice(checked, end).findLast(isShown) ?? last;
    checked = Math.max(checked, end);
    return last;
  };
  const add = ({ target, begins, picture }: Waiting, own: Text | null, after: Text | null): void => {
    found.set(target, {
      own,
      picture: own === null ? findPicture(picture ?? target) : null,
      after,
      before: own === null ? findBefore(begins) : null,
    });
  };
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    if (node instanceof Text) {
      if (node.data.trim() === '') continue;
      if (waiting.length > 0 && isShown(node)) {
        const isTextless = ({ target }: Waiting) => unpainted.targets.has(target);
        const later = waiting.filter((one) => isTextless(one) && plain(one.target).contains(node));
        for (const one of waiting)
          if (!later.includes(one)) add(one, !isTextless(one) && isOwn(one, node) ? node : null, node);
        [waiting, open] = [later, []];
      }
      texts.push(node);
    } else if (node instanceof Element) {
      if (targets.has(node)) {
        const one = { target: node, begins: texts.length, picture: null };
        waiting.push(one);
        open.push(one);
      }
      if (open.length > 0 && plain(node).matches(REPLACED)) {
        for (const one of open) if (plain(one.target).contains(node)) one.picture = node;
        open = [];
      }
    }
  }
  for (const one of waiting) add(one, null, null);
  return found;
}

/** An element with `display: contents` has no box, but its texts have. */
function isVisible(text: Text): boolean {
  const parent = text.parentElement;
  if (parent === null || getComputedStyle(parent).visibility !== 'visible') return false;
  let box: Element | null = parent;
  while (box !== null && getComputedStyle(box).display === 'contents') box = plain(box).parentElement;
  return box !== null && plain(box).checkVisibility();
}

/** Whether the next text shows where the target is. An empty element in a line is where the text after it begins. */
function isOwn({ target, picture }: Waiting, text: Text): boolean {
  if (plain(target).contains(text)) return picture === null || isInLineWith(picture, text);
  return picture === null && getComputedStyle(target).display === 'inline' && isInLineWith(target, text);
}

/** Returns null for an element that takes no place. */
function findPicture(element: Element): Element | null {
  const { width, height } = plain(element).getBoundingClientRect();
  const isShown = width > 0 && height > 0 && plain(element).checkVisibility({ visibilityProperty: true });
  return isShown ? element : null;
}

/** Returns whether a picture is in the same paragraph as a text. */
const isInLineWith = (picture: Element, text: Text): boolean =>
  findBlock(picture) === findBlock(text.parentElement);

function findBlock(element: Element | null): Element | null {
  for (let box = element; box !== null; box = plain(box).parentElement)
    if (!/^(?:inline|contents|inline-block)$/.test(getComputedStyle(box).display)) return box;
  return null;
}
