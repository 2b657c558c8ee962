import { plain } from './pristine.ts';

/** Values of `display`. The boxes of these are parts of a line, and one word can have several. */
export const IN_LINE = /^(?:inline$|contents|none|ruby)/;

/** Of the height of the larger of two letters: between two words there is more, and between two letters less. */
const LEAST_GAP = 1 / 8;

/** Of the height of the smaller of two letters: a superscript is on the line of its word. */
const LEAST_OVERLAP = 1 / 4;

type Boundary = 'line' | 'box' | null;

/** Finds the spaces between texts that follow each other. CSS parts words without a space: by boxes, margins and gaps. */
export class Gaps {
  #last: Text | null = null;
  /** What is between the last text and the next one. */
  #boundary: Boundary = null;

  /** Call it where an element begins, and where it ends. */
  pass(node: Node): void {
    if (!(node instanceof Element) || this.#boundary === 'line') return;
    if (plain(node).localName === 'br') this.#boundary = 'line';
    else if (!IN_LINE.test(getComputedStyle(node).display)) this.#boundary = 'box';
  }

  /** The same for a text of a style sheet, which has no box that can be measured. */
  beforeStyleText(): boolean {
    const boundary = this.#boundary;
    [this.#last, this.#boundary] = [null, null];
    return boundary !== null;
  }

  /** Returns whether a space is between the text and the one before it. */
  before(node: Node): boolean {
    if (!(node instanceof Text) || plain(node).data.trim() === '') return false;
    const [last, boundary] = [this.#last, this.#boundary];
    [this.#last, this.#boundary] = [node, null];
    if (last === null) return boundary !== null;
    return boundary === 'line' || (areApart(last, node) ?? boundary === 'box');
  }
}

/** Returns whether two texts on a line have a gap between them. It is null if they are not on one line, or have no boxes. */
function areApart(one: Text, other: Text): boolean | null {
  const [end, start] = [readEdge(one, 'end'), readEdge(other, 'start')];
  if (end === null || start === null) return null;
  const [low, high] = [Math.min(end.height, start.height), Math.max(end.height, start.height)];
  const overlap = Math.min(end.bottom, start.bottom) - Math.max(end.top, start.top);
  if (overlap < low * LEAST_OVERLAP) return null;
  return Math.max(start.left - end.right, end.left - start.right) > high * LEAST_GAP;
}

/** Returns the box of the first or of the last letter of a text. */
function readEdge(text: Text, edge: 'start' | 'end'): DOMRect | null {
  const { data } = plain(text);
  const at = edge === 'start' ? data.search(/\S/) : data.trimEnd().length - 1;
  const range = new Range();
  range.setStart(text, at);
  range.setEnd(text, at + 1);
  const box = range.getBoundingClientRect();
  return box.width > 0 && box.height > 0 ? box : null;
}
