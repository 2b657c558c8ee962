import type { PdfObject } from '../file/reader.ts';
import { ImpossiblePdf, type StandardOption } from './impossible-pdf.ts';

/** An answer lists at most this many. */
const MAX_PROBLEMS = 20;

/** Why a PDF cannot be what an option asks for. */
export class Problems {
  readonly list: string[] = [];
  readonly #option: StandardOption;
  readonly #seen = new Set<string>();

  constructor(option: StandardOption) {
    this.#option = option;
  }

  /** Whether an answer can list no more, so that the check can end. */
  get isFull(): boolean {
    return this.list.length >= MAX_PROBLEMS;
  }

  /** @param rule a clause of ISO 19005-2, which ISO 19005-3 has too, or of ISO 14289-1; each rule is listed once for each place */
  add(rule: string, place: string, what: string): void {
    const problem = `options.${this.#option}: rule ${rule}, ${place}: ${what}`;
    if (this.isFull || this.#seen.has(problem)) return;
    this.#seen.add(problem);
    this.list.push(problem);
  }

  /** @throws {ImpossiblePdf} there are some */
  requireNone(): void {
    if (this.list.length > 0) throw new ImpossiblePdf(this.#option, this.list);
  }
}

export const placeOf = ({ id }: Pick<PdfObject, 'id'>): string => `object ${id}`;
