import { findReference } from '../file/dictionary.ts';
import type { PdfReader } from '../file/reader.ts';
import { readEntries, writeEntries } from '../file/syntax.ts';
import { type FileForm, readFieldKids } from '../forms/read-form.ts';

/** The form of an excerpt of a file: the fields that are on its pages. */
export class ExcerptForm {
  readonly #reader: PdfReader;
  readonly #form: FileForm;
  /** The fields with a box in the excerpt, and the boxes. */
  readonly #kept = new Set<number>();
  /** The fields above them. */
  readonly #above = new Map<number, string>();

  constructor(reader: PdfReader, form: FileForm) {
    this.#reader = reader;
    this.#form = form;
  }

  /** A box of a field is on a page of the excerpt. */
  async keep(id: number, text: string): Promise<void> {
    this.#kept.add(id);
    for (let parentId = findReference(text, 'Parent'); parentId !== null && !this.#kept.has(parentId);) {
      this.#kept.add(parentId);
      const parent: string = (await this.#reader.object(parentId)).text;
      this.#above.set(parentId, parent);
      parentId = findReference(parent, 'Parent');
    }
  }

  /** By id, the fields above others, without those that are not in the excerpt. */
  describeFields(): Map<number, string> {
    return new Map(
      Array.from(this.#above, ([id, text]) => {
        const kids = readFieldKids(text).filter((kid) => this.#kept.has(kid));
        const list = `[${kids.map((kid) => `${kid} 0 R`).join(' ')}]`;
        return [id, writeEntries(new Map(readEntries(text)).set('Kids', list))];
      }),
    );
  }

  /** With the ids of the file. It is null if no field is in the excerpt. */
  describe(): string | null {
    const fields = this.#form.fieldIds.filter((id) => this.#kept.has(id));
    if (fields.length === 0) return null;
    const entries = new Map(this.#form.entries);
    // The order of calculation and a form of another kind name fields that may be left out.
    for (const name of ['CO', 'XFA', 'SigFlags']) entries.delete(name);
    return writeEntries(entries.set('Fields', `[${fields.map((id) => `${id} 0 R`).join(' ')}]`));
  }
}
