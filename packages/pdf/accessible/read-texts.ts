import type { Check } from '../archive/check.ts';
import type { FontFacts } from '../archive/font-facts.ts';
import { FontReader } from '../archive/font-reader.ts';
import { toDigits } from '../archive/read-content.ts';
import type { PdfObject } from '../file/reader.ts';
import { readTextString } from '../file/syntax.ts';
import type { ScanEvents } from './scan-content.ts';
import type { ContentPlace } from './tag-tree.ts';

/** The limit for the text of a link. The rest is left out. */
const MAX_UNITS = 2_000;

/** Reads the text of some of the marked content of a document, while a `ContentScanner` scans the content. */
export class TextReader {
  readonly #fonts: FontReader;
  /** The texts of the glyphs in wanted marked content, by the id of its page or form, then by its number. */
  readonly #wanted = new Map<number, Map<number, string[]>>();

  constructor(check: Check) {
    this.#fonts = new FontReader(check);
  }

  want({ ownerId, mcid }: ContentPlace): void {
    const ofOwner = this.#wanted.get(ownerId) ?? new Map<number, string[]>();
    this.#wanted.set(ownerId, ofOwner);
    if (!ofOwner.has(mcid)) ofOwner.set(mcid, []);
  }

  read({ ownerId, mcid }: ContentPlace): string {
    return (this.#wanted.get(ownerId)?.get(mcid) ?? []).join('');
  }

  forget(): void {
    this.#wanted.clear();
  }

  /** Returns callbacks for a scan of the content of a page or a form. They collect the wanted texts. */
  async collect(owner: PdfObject): Promise<Pick<ScanEvents, 'begin' | 'end' | 'show'>> {
    const wanted = this.#wanted.get(owner.id);
    if (wanted === undefined) return {};
    const collector = new Collector(wanted, await this.#fonts.readFonts(owner.text));
    return {
      begin: (tag, mcid, actualText) => collector.begin(tag, mcid, actualText),
      end: () => collector.end(),
      show: (font, written) => collector.show(font, written),
    };
  }
}

interface OpenMark {
  /** Collects its text, or null if the text is not wanted. */
  readonly units: string[] | null;
  /** A text (`/ActualText`) replaces the text of its glyphs. */
  readonly isReplaced: boolean;
  /** The start of a reversed text, or null if the text is not reversed. */
  readonly reversedFrom: number | null;
}

class Collector {
  readonly #wanted: ReadonlyMap<number, string[]>;
  readonly #fonts: ReadonlyMap<string, FontFacts>;
  readonly #marks: OpenMark[] = [];

  constructor(wanted: ReadonlyMap<number, string[]>, fonts: ReadonlyMap<string, FontFacts>) {
    this.#wanted = wanted;
    this.#fonts = fonts;
  }

  begin(tag: string, mcid: number | null, actualText: string | null): void {
    const outer = this.#marks.at(-1);
    const units = mcid === null ? (outer?.units ?? null) : (this.#wanted.get(mcid) ?? null);
    const isReplaced = outer?.isReplaced ?? false;
    if (actualText !== null && !isReplaced) add(units, readTextString(actualText));
    this.#marks.push({
      units,
      isReplaced: isReplaced || actualText !== null,
      reversedFrom: tag === 'ReversedChars' && units !== null ? units.length : null,
    });
  }

  end(): void {
    const mark = this.#marks.pop();
    if (!mark || mark.units === null || mark.reversedFrom === null) return;
    mark.units.push(...mark.units.splice(mark.reversedFrom).toReversed());
  }

  show(font: string | null, written: string): void {
    const mark = this.#marks.at(-1);
    const facts = this.#fonts.get(font ?? '');
    if (!mark || mark.units === null || mark.isReplaced || !facts) return;
    const digits = toDigits(written);
    const step = facts.isComposite ? 4 : 2;
    for (let at = 0; at + step <= digits.length; at += step)
      add(mark.units, facts.texts?.get(Number.parseInt(digits.slice(at, at + step), 16)) ?? '');
  }
}

function add(units: string[] | null, text: string): void {
  if (units !== null && units.length < MAX_UNITS) units.push(text);
}
