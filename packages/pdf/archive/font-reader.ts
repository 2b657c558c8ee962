import { readResources } from '../file/resources.ts';
import type { Check } from './check.ts';
import { type FontFacts, readFontFacts } from './font-facts.ts';

/** The limit for fonts in memory, with the texts of their codes. */
const MAX_FONTS = 100;

/** Reads each font of a document once, unless the document uses many others between two uses. */
export class FontReader {
  readonly #check: Check;
  /** In the order of their last use. */
  readonly #fonts = new Map<number, FontFacts>();

  constructor(check: Check) {
    this.#check = check;
  }

  /**
   * Returns the fonts in the resources of a page or a form, by name, to be used until the next call.
   *
   * @param owner the dictionary of the page or the form
   */
  async readFonts(owner: string): Promise<ReadonlyMap<string, FontFacts>> {
    this.#keep(MAX_FONTS);
    const fonts = new Map<string, FontFacts>();
    for (const [name, id] of await readResources(this.#check.reader, owner, 'Font'))
      fonts.set(name, await this.#readFont(id));
    return fonts;
  }

  release(): void {
    this.#keep(0);
  }

  #keep(count: number): void {
    for (const [id, { heldBytes }] of this.#fonts) {
      if (this.#fonts.size <= count) return;
      this.#fonts.delete(id);
      this.#check.meter.release(heldBytes);
    }
  }

  async #readFont(id: number): Promise<FontFacts> {
    const known = this.#fonts.get(id);
    const font = known ?? (await readFontFacts(this.#check, id));
    if (known === undefined) this.#check.meter.hold(font.heldBytes);
    this.#fonts.delete(id);
    this.#fonts.set(id, font);
    return font;
  }
}
