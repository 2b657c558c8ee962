import { readResources } from '../file/resources.ts';
import type { Check } from './check.ts';
import { type FontFacts, readFontFacts } from './font-facts.ts';

/** The limit for fonts in memory, with the texts of their codes. */
const MAX_FONTS = 256;

/** Reads each font of a document once, unless the document uses many others between two uses. */
export class FontReader {
  readonly #check: Check;
  /** In the order of their last use. */
  readonly #fonts = new Map<number, Promise<FontFacts>>();

  constructor(check: Check) {
    this.#check = check;
  }

  /** Returns the fonts in the resources of a page or a form, by name. @param owner the dictionary of the page or the form */
  async readFonts(owner: string): Promise<ReadonlyMap<string, FontFacts>> {
    const fonts = new Map<string, FontFacts>();
    for (const [name, id] of await readResources(this.#check.reader, owner, 'Font'))
      fonts.set(name, await this.#readFont(id));
    return fonts;
  }

  #readFont(id: number): Promise<FontFacts> {
    const font = this.#fonts.get(id) ?? readFontFacts(this.#check, id);
    this.#fonts.delete(id);
    this.#fonts.set(id, font);
    const [oldest] = this.#fonts.keys();
    if (this.#fonts.size > MAX_FONTS && oldest !== undefined) this.#fonts.delete(oldest);
    return font;
  }
}
