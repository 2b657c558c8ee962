import type { Meter } from '@platen/meter';
import type { Edit } from './content-edits.ts';
import type { Spot } from './scan-content.ts';

/** The marks of texts in one content stream, with the changes that make them tags. */
export interface MarkedContent {
  /** The new marked content, in its order: the number of the text, and its place. */
  readonly pieces: readonly { readonly index: number; readonly mcid: number }[];
  /** The tags of texts, which draw a space. */
  readonly tags: readonly { readonly index: number; readonly mcid: number }[];
  readonly edits: readonly Edit[];
}

/** Returns the number of a text by its colour, as Skia writes it, or null for another colour. */
export type ToIndex = (colour: string) => number | null;

const BEGIN = /^\/\w+ (?:<<.*\/MCID (\d{1,10}).*>>\s*BDC|.*B[DM]C)$/;
const COLOUR = /^(?:\S+ \S+ \S+ RG )?(\S+ \S+ \S+) rg$/;
const RECTANGLE = /^\S+ \S+ \S+ \S+ re$/;
const LINE_WORK = 10;

/** Open marked content. */
interface Mark extends Spot {
  readonly mcid: number | null;
  /** The text in it. */
  shown: Spot | null;
  /** The number of the text whose tag it is. */
  index: number | null;
}

interface Terms {
  readonly toIndex: ToIndex;
  /** It is free, as are those after it. */
  readonly nextMcid: number;
  /** Returns whether the tag keeps its space. */
  readonly isKept: (index: number) => boolean;
  readonly meter: Meter;
}

/**
 * Finds the lines in the colours of texts. Outside of all tags, such a line strikes out the text before it. Inside of a tag, it underlines the space of
 * the tag.
 */
export async function findStyleTexts(content: string, terms: Terms): Promise<MarkedContent> {
  const finder = new Finder(terms);
  const { meter } = terms;
  for (const spot of listLines(content)) {
    meter.charge(LINE_WORK + spot.end - spot.start);
    if (meter.isDue) await meter.pause();
    finder.follow(content.slice(spot.start, spot.end - 1), spot);
  }
  return finder;
}

class Finder implements MarkedContent {
  readonly pieces: { index: number; mcid: number }[] = [];
  readonly tags: { index: number; mcid: number }[] = [];
  readonly edits: Edit[] = [];
  readonly #terms: Terms;
  readonly #saved: string[] = [];
  #colour = '';
  #text: Spot | null = null;
  #mark: Mark | null = null;
  #line: Spot | null = null;

  constructor(terms: Terms) {
    this.#terms = terms;
  }

  follow(written: string, spot: Spot): void {
    if (written.startsWith('BT\n')) {
      if (this.#mark === null) this.#text = spot;
      else this.#mark.shown = spot;
    } else if (written === 'q') this.#saved.push(this.#colour);
    else if (written === 'Q') this.#colour = this.#saved.pop() ?? '';
    else if (written === 'f') this.#fill(spot.end);
    else if (written === 'EMC') this.#end();
    else if (written.endsWith('rg')) this.#colour = COLOUR.exec(written)?.[1] ?? this.#colour;
    else if (written.endsWith('BDC') || written.endsWith('BMC')) {
      const mcid = BEGIN.exec(written)?.[1];
      this.#mark = { ...spot, mcid: mcid === undefined ? null : Number(mcid), shown: null, index: null };
    }
    this.#line = RECTANGLE.test(written) ? spot : null;
  }

  #fill(end: number): void {
    const { toIndex, nextMcid } = this.#terms;
    const index = toIndex(this.#colour);
    if (index === null) return;
    if (this.#line !== null) this.edits.push({ start: this.#line.start, end, text: '' });
    if (this.#mark !== null) this.#mark.index = index;
    else if (this.#text !== null) {
      const mcid = nextMcid + this.pieces.length;
      this.pieces.push({ index, mcid });
      const { start, end: after } = this.#text;
      this.edits.push(
        { start, end: start, text: `/NonStruct <</MCID ${mcid} >>BDC\n` },
        { start: after, end: after, text: 'EMC\n' },
      );
      this.#text = null;
    }
  }

  #end(): void {
    const mark = this.#mark;
    this.#mark = null;
    if (mark === null || mark.mcid === null || mark.index === null) return;
    this.tags.push({ index: mark.index, mcid: mark.mcid });
    if (this.#terms.isKept(mark.index)) return;
    this.edits.push({ start: mark.start, end: mark.end, text: '/Artifact BMC\n' });
    if (mark.shown !== null) this.edits.push({ ...mark.shown, text: '' });
  }
}

/** Yields the lines of content by Skia, with their ends. A text, from `BT` to `ET`, is one of them. */
function* listLines(content: string): Generator<Spot> {
  for (let at = 0; at < content.length;) {
    const isText = content.startsWith('BT\n', at);
    const found = content.indexOf(isText ? '\nET\n' : '\n', at);
    const end = found < 0 ? content.length : found + (isText ? 4 : 1);
    yield { start: at, end };
    at = end;
  }
}
