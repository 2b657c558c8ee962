import type { Meter } from '@platen/meter';
import { findReference } from './dictionary.ts';
import { Expander } from './expander.ts';
import { latin1 } from './latin1.ts';
import { listPages, readContents } from './list-pages.ts';
import { NO_FONT, type PaintedFont, PaintedFonts, readActualText, readCodes } from './painted-fonts.ts';
import type { PdfObject, PdfReader } from './reader.ts';
import { readOpacity, readResources } from './resources.ts';

/** A glyph that a font draws in the place of a character that it does not have. */
export interface MissingGlyph {
  /** From 1. */
  readonly page: number;
  /** The character, or an empty text if the PDF does not have it. Skia writes no text for the first one of each font. */
  readonly character: string;
  /** What is painted around it, without spaces. A character without a text is U+FFFD there. */
  readonly before: string;
  after: string;
}

/** Most documents have none, and few have more than one. */
const MAX_MISSING = 100;

/** Those without a text are searched for in the document. */
const MAX_UNNAMED_OF_FONT = 5;

/** This is enough to find the place in the document. */
const CONTEXT_CHARACTERS = 10;

/** Is in the place of a character without a text. */
const ANY_CHARACTER = '\u{FFFD}';

/** A form or a state is an object of its own. */
const OBJECT_WORK = 1_000;

/**
 * Matches what Skia writes: a text that replaces those of glyphs, marked content and its end, a font, a state, the codes of glyphs, and what saves and
 * restores the state.
 */
const PART =
  /\/ActualText <([\dA-Fa-f]*)>|\b(BDC|BMC|EMC)\b|\/([^\s/]{1,127}) [-\d.]{1,40} Tf\b|\/([^\s/]{1,127}) gs\b|<([\dA-Fa-f]+)>|^([qQ])$/gm;

/** Code 0 is the glyph of no character. */
const MAY_HAVE_NONE = { ofTwoBytes: /0000/, ofOneByte: /<(?:[\dA-Fa-f]{2})*00/ };

/** Fonts need no glyph for these, such as the selector in a keycap: its box is missing. */
const IGNORABLE = /\p{Default_Ignorable_Code_Point}/u;

/** Characters that are drawn with others, or not at all. */
const WITHOUT_OWN_GLYPH = /[\p{M}\p{Cf}\p{Cc}\s]/u;

const HAS_CONTENT = /\/Subtype \/Form\b|\/PatternType 1\b/;

/**
 * Reads which characters a PDF by Chromium shows without a glyph. Text that Chromium draws as a picture or as lines is not seen.
 * A content that is too long, or damaged, is left out.
 */
export async function readMissingGlyphs(reader: PdfReader, meter: Meter): Promise<MissingGlyph[]> {
  const finder = new GlyphFinder(reader, meter);
  let number = 0;
  for await (const page of listPages(reader)) {
    number += 1;
    await finder.readPage(page, number);
    if (finder.isFull) break;
  }
  return finder.found;
}

class GlyphFinder {
  readonly found: MissingGlyph[] = [];
  readonly #reader: PdfReader;
  readonly #meter: Meter;
  readonly #expander: Expander;
  readonly #fonts: PaintedFonts;
  /** The forms and states that were read. */
  readonly #seen = new Set<number>();
  readonly #characters = new Set<string>();
  readonly #unnamed = new Map<number, number>();
  /** The end of what was painted, and the glyphs that wait for what is painted after them. */
  #before = '';
  #waiting: MissingGlyph[] = [];

  constructor(reader: PdfReader, meter: Meter) {
    this.#reader = reader;
    this.#meter = meter;
    this.#expander = new Expander(reader, meter);
    this.#fonts = new PaintedFonts(reader, meter, this.#expander);
  }

  get isFull(): boolean {
    return this.found.length >= MAX_MISSING;
  }

  /** A form that is on several pages counts on the first one. */
  async readPage(page: PdfObject, number: number): Promise<void> {
    const waiting = [page];
    for (let owner = waiting.pop(); owner !== undefined && !this.isFull; owner = waiting.pop()) {
      this.#before = '';
      this.#waiting = [];
      const painted = owner;
      for (const id of owner === page ? readContents(page) : [owner.id])
        await this.#expander.expand(await this.#reader.object(id), async (data) => {
          const content = latin1.decode(data);
          this.#meter.charge(content.length);
          if (await this.#mayHaveNone(content, painted)) await this.#scan(content, painted, number);
        });
      waiting.push(...(await this.#listForms(owner)));
    }
  }

  async #mayHaveNone(content: string, owner: PdfObject): Promise<boolean> {
    if (MAY_HAVE_NONE.ofTwoBytes.test(content)) return true;
    return MAY_HAVE_NONE.ofOneByte.test(content) && (await this.#fonts.haveShortCodes(owner));
  }

  /** The forms and patterns that a page or a form may paint, also through a mask. */
  async #listForms({ text }: PdfObject): Promise<PdfObject[]> {
    const forms: PdfObject[] = [];
    const categories = ['XObject', 'Pattern', 'ExtGState'];
    this.#meter.charge(categories.length * text.length);
    for (const category of categories)
      for (const id of (await readResources(this.#reader, text, category)).values()) {
        if (this.#seen.has(id)) continue;
        this.#seen.add(id);
        this.#meter.charge(OBJECT_WORK);
        const object = await this.#reader.object(id);
        const maskId = category === 'ExtGState' ? findReference(object.text, 'G') : null;
        if (maskId !== null) forms.push(await this.#reader.object(maskId));
        else if (object.stream !== null && HAS_CONTENT.test(object.text)) forms.push(object);
      }
    return forms;
  }

  async #scan(content: string, owner: PdfObject, page: number): Promise<void> {
    const ids = await this.#fonts.idsOf(owner);
    const marks: (Cluster | null)[] = [];
    const states: string[] = [];
    const transparent = new Map<string, boolean>();
    let [font, fontId, state] = [NO_FONT, 0, ''];
    let actual: string | null = null;
    let cluster: Cluster | null = null;
    for (const [part, text, mark, name, chosen, digits, stack] of content.matchAll(PART)) {
      if (this.#meter.isDue) await this.#meter.pause();
      if (text !== undefined) actual = readActualText(text);
      else if (mark === 'EMC') {
        const ended: Cluster | null = marks.pop() ?? null;
        if (ended === null) continue;
        cluster = null;
        const missing = listMissing(ended);
        for (const one of missing) this.#add(one, fontId, page);
        this.#paint(ended.text);
      } else if (mark !== undefined) {
        const opened: Cluster | null = actual === null ? null : { text: actual, drawn: '', count: 0 };
        marks.push(opened);
        cluster = opened ?? cluster;
        actual = null;
      } else if (name !== undefined) {
        fontId = ids.get(name) ?? 0;
        font = await this.#fonts.font(ids.get(name));
      } else if (chosen !== undefined) state = chosen;
      else if (part === 'q') states.push(state);
      else if (stack !== undefined) state = states.pop() ?? '';
      else if (digits !== undefined) {
        const codes = readCodes(digits, font);
        if (codes.includes(0) && !transparent.has(state))
          transparent.set(state, await this.#isTransparent(state, owner));
        if (!codes.includes(0) || transparent.get(state) === false)
          this.#show(codes, { font, fontId, page, cluster });
      }
    }
  }

  #show(codes: readonly number[], { font, fontId, page, cluster }: Shown): void {
    for (const code of codes) {
      const text = font.texts.get(code) ?? '';
      if (cluster !== null) {
        cluster.drawn += text;
        if (code === 0) cluster.count += 1;
      } else if (code === 0) {
        const glyph = this.#add('', fontId, page);
        this.#paint(ANY_CHARACTER);
        if (glyph !== null) this.#waiting.push(glyph);
      } else this.#paint(text);
    }
  }

  #add(character: string, fontId: number, page: number): MissingGlyph | null {
    const count = this.#unnamed.get(fontId) ?? 0;
    if (this.isFull || (character === '' ? count >= MAX_UNNAMED_OF_FONT : this.#characters.has(character)))
      return null;
    if (character === '') this.#unnamed.set(fontId, count + 1);
    else this.#characters.add(character);
    const glyph = { page, character, before: this.#before, after: '' };
    this.found.push(glyph);
    return glyph;
  }

  #paint(text: string): void {
    const seen = text.replaceAll(/\s/g, '');
    if (seen === '') return;
    this.#before = (this.#before + seen).slice(-CONTEXT_CHARACTERS);
    for (const glyph of this.#waiting) glyph.after = (glyph.after + seen).slice(0, CONTEXT_CHARACTERS);
    if (this.#waiting.length > 0)
      this.#waiting = this.#waiting.filter(({ after }) => after.length < CONTEXT_CHARACTERS);
  }

  async #isTransparent(state: string, owner: PdfObject): Promise<boolean> {
    if (state === '') return false;
    this.#meter.charge(OBJECT_WORK + owner.text.length);
    return (await readOpacity(this.#reader, owner, state)).isTransparent;
  }
}

interface Shown {
  readonly font: PaintedFont;
  readonly fontId: number;
  readonly page: number;
  readonly cluster: Cluster | null;
}

/** Glyphs that together have a text. */
interface Cluster {
  readonly text: string;
  /** The texts of those of its glyphs that have one. */
  drawn: string;
  /** The number of its glyphs that are none. */
  count: number;
}

/** Returns the characters that no other glyph of the cluster draws. Marks and joiners are left out if there are others. */
function listMissing({ text, drawn, count }: Cluster): string[] {
  if (count === 0) return [];
  const others = Array.from(text).filter((character) => !drawn.includes(character));
  const visible = others.filter((character) => !WITHOUT_OWN_GLYPH.test(character));
  if (visible.length > 0) return visible;
  const marks = others.filter((character) => !IGNORABLE.test(character));
  return [[marks, others, Array.from(text)].find(({ length }) => length > 0)?.[0] ?? ''];
}
