import { findDictionary, findReference, readReferences } from '../file/dictionary.ts';
import { latin1 } from '../file/latin1.ts';
import type { PdfObject } from '../file/reader.ts';
import { readEntries } from '../file/syntax.ts';
import type { Check } from './check.ts';
import { MAX_STRING_BYTES } from './check-object.ts';
import { type FontFacts, readFontFacts } from './font-facts.ts';
import { ContentReader } from './read-content.ts';

/** The texts of their codes are in memory. */
const MAX_FONTS = 256;

/** What pages and forms draw: each glyph must be in its font, and for the levels `u` and `a` have a text. */
export class ContentsChecker {
  readonly #check: Check;
  /** The last one was used last. */
  readonly #fonts = new Map<number, Promise<FontFacts>>();

  constructor(check: Check) {
    this.#check = check;
  }

  /** @param owner has the resources */
  async check(place: string, owner: PdfObject, streamIds: readonly number[]): Promise<void> {
    const { reader, problems } = this.#check;
    const fonts = await this.#readFonts(owner.text);
    const content = new ContentReader({
      foreign: (rule, what) => problems.add(rule, place, what),
      show: (name, codes, hasActualText) => {
        const font = name === null ? undefined : fonts.get(name);
        if (codes.length > MAX_STRING_BYTES)
          problems.add('6.1.13', place, `a text has more than ${MAX_STRING_BYTES} bytes`);
        if (font === undefined) problems.add('6.2.2', place, 'uses a font that its resources do not have');
        else this.#checkCodes(font, codes, { place, hasActualText });
      },
    });
    for (const id of streamIds) {
      const data = await this.#check.expand(await reader.object(id));
      if (data === null)
        problems.add('6.1.7', place, 'its content is too long to be checked, or cannot be read');
      else content.read(latin1.decode(data));
    }
  }

  async #readFonts(owner: string): Promise<ReadonlyMap<string, FontFacts>> {
    const fonts = new Map<string, FontFacts>();
    const resources = await this.#resolve(owner, 'Resources');
    const dictionary = resources === null ? null : await this.#resolve(resources, 'Font');
    for (const [name, value] of dictionary === null ? [] : readEntries(dictionary)) {
      const [id] = readReferences(value);
      if (id !== undefined) fonts.set(name, await this.#readFont(id));
    }
    return fonts;
  }

  async #resolve(outer: string, name: string): Promise<string | null> {
    const id = findReference(outer, name);
    if (id !== null) return (await this.#check.reader.object(id)).text;
    return findDictionary(outer, name)?.text ?? null;
  }

  #readFont(id: number): Promise<FontFacts> {
    const font = this.#fonts.get(id) ?? readFontFacts(this.#check, id);
    this.#fonts.delete(id);
    this.#fonts.set(id, font);
    const [oldest] = this.#fonts.keys();
    if (this.#fonts.size > MAX_FONTS && oldest !== undefined) this.#fonts.delete(oldest);
    return font;
  }

  #checkCodes(
    { name, isComposite, texts }: FontFacts,
    codes: string,
    { place, hasActualText }: { readonly place: string; readonly hasActualText: boolean },
  ): void {
    const { isTagged, problems } = this.#check;
    const where = `${place}, font ${name}`;
    const step = isComposite ? 2 : 1;
    for (let at = 0; at + step <= codes.length; at += step) {
      const code = isComposite
        ? (codes.charCodeAt(at) << 8) | codes.charCodeAt(at + 1)
        : codes.charCodeAt(at);
      if (isComposite && code === 0)
        problems.add('6.2.11.8', where, 'a character has no glyph; add a font that has it');
      else if (texts !== null) {
        const text = texts.get(code) ?? '';
        if (text === '' || NO_TEXT.test(text))
          problems.add('6.2.11.7.2', where, 'a glyph, such as a ligature, has no text; use "2b" or "3b"');
        else if (isTagged && !hasActualText && PRIVATE.test(text))
          problems.add(
            '6.2.11.7.3',
            where,
            'a character is of the private use area, as those of icon fonts are',
          );
      }
    }
  }
}

/** Not texts (ISO 19005-2, 6.2.11.7.2). */
const NO_TEXT = /[\0\u{FEFF}\u{FFFE}]/u;

const PRIVATE = /\p{Co}/u;
