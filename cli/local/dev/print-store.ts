import { encodePng } from '../pdf/png.ts';
import { PdfPages } from '../pdf/pdf-pages.ts';

/** A page may still load pictures of the print before the newest one. */
const MAX_PRINTS = 12;

interface StoredPrint {
  readonly bytes: Uint8Array;
  readonly pages: PdfPages;
}

/** The newest prints, in memory. */
export class PrintStore {
  readonly #prints = new Map<number, StoredPrint>();
  #lastId = 0;

  async add(bytes: Uint8Array): Promise<{ readonly id: number; readonly pages: PdfPages }> {
    const pages = await PdfPages.open(bytes);
    this.#lastId += 1;
    this.#prints.set(this.#lastId, { bytes, pages });
    for (const id of [...this.#prints.keys()].slice(0, -MAX_PRINTS)) this.#remove(id);
    return { id: this.#lastId, pages };
  }

  pdf(id: number): Uint8Array | null {
    return this.#prints.get(id)?.bytes ?? null;
  }

  /** @returns null if the print is gone, or has no such page */
  png(id: number, page: number, dpi: number): Uint8Array | null {
    const print = this.#prints.get(id);
    if (print === undefined || page < 1 || page > print.pages.count) return null;
    return encodePng(print.pages.draw(page, dpi), { isSmall: false });
  }

  clear(): void {
    for (const id of this.#prints.keys()) this.#remove(id);
  }

  #remove(id: number): void {
    this.#prints.get(id)?.pages.close();
    this.#prints.delete(id);
  }
}
