import type { PdfObject } from '../file/reader.ts';

/** An answer lists at most this many. */
const MAX_PROBLEMS = 20;

/** Why a PDF cannot be PDF/A. */
export class Problems {
  readonly list: string[] = [];
  readonly #seen = new Set<string>();

  /** Whether an answer can list no more, so that the check can end. */
  get isFull(): boolean {
    return this.list.length >= MAX_PROBLEMS;
  }

  /** @param rule a clause of ISO 19005-2, which ISO 19005-3 has too; each rule is listed once for each place */
  add(rule: string, place: string, what: string): void {
    const problem = `options.pdfa: rule ${rule}, ${place}: ${what}`;
    if (this.isFull || this.#seen.has(problem)) return;
    this.#seen.add(problem);
    this.list.push(problem);
  }
}

export const placeOf = ({ id }: Pick<PdfObject, 'id'>): string => `object ${id}`;
