import type { FileForm } from '../forms/read-form.ts';
import { readEntries, toTextString, writeEntries } from '../file/syntax.ts';
import { MergedPdfTooLarge } from './object-writer.ts';

/** Their names are in memory until the end. */
export const MAX_MERGED_FIELDS = 200_000;

/** The form of a merged file: the fields of all its files. No two of them share a name, so each keeps its own value. */
export class MergedForm {
  readonly #fieldIds: number[] = [];
  readonly #names = new Set<string>();
  readonly #nextNumbers = new Map<string, number>();
  readonly #fonts = new Map<string, string>();

  /**
   * Call it before the objects of the file are copied.
   *
   * @returns by id in the file, the new name of each field that has to change it
   * @throws {MergedPdfTooLarge}
   */
  claimNames({ fieldIds, names }: FileForm): ReadonlyMap<number, string> {
    if (this.#fieldIds.length + fieldIds.length > MAX_MERGED_FIELDS)
      throw new MergedPdfTooLarge(MAX_MERGED_FIELDS, 'fields');
    const renamed = new Map<number, string>();
    for (const [id, name] of names) {
      const free = this.#claim(name);
      if (free !== name) renamed.set(id, free);
    }
    return renamed;
  }

  /** Both have the ids of the merged file. */
  add(fieldIds: readonly number[], fonts: ReadonlyMap<string, string>): void {
    for (const id of fieldIds) this.#fieldIds.push(id);
    for (const [name, font] of fonts) if (!this.#fonts.has(name)) this.#fonts.set(name, font);
  }

  /** Returns null if no file has fields. */
  describe(): string | null {
    if (this.#fieldIds.length === 0) return null;
    const fields = this.#fieldIds.map((id) => `${id} 0 R`).join(' ');
    const fonts = writeEntries(this.#fonts);
    return `<</Fields [${fields}] /DR <</Font ${fonts}>> /DA (/Helv 0 Tf 0 g)>>`;
  }

  /** The second `name` is `name-2`. */
  #claim(name: string): string {
    let free = name;
    for (let number = this.#nextNumbers.get(name) ?? 2; this.#names.has(free); number += 1) {
      free = `${name}-${number}`;
      this.#nextNumbers.set(name, number + 1);
    }
    this.#names.add(free);
    return free;
  }
}

/** A field at the top, with another name if it has to change it. */
export const renameField = (field: string, name: string | undefined): string =>
  name === undefined ? field : writeEntries(readEntries(field).set('T', toTextString(name)));
