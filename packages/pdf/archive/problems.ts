import type { PdfObject } from '../file/reader.ts';
import { ImpossiblePdf, type StandardOption } from './impossible-pdf.ts';

/** The most problems that an answer lists. */
const MAX_PROBLEMS = 20;

/** Collects the reasons why a PDF cannot meet the standard of an option. */
export class Problems {
  readonly list: string[] = [];
  readonly #option: StandardOption;
  readonly #seen = new Set<string>();

  constructor(option: StandardOption) {
    this.#option = option;
  }

  /** The list is full, so the check can end. */
  get isFull(): boolean {
    return this.list.length >= MAX_PROBLEMS;
  }

  /** Adds a problem, unless the list has it already. @param rule a clause of ISO 19005-2, which ISO 19005-3 has too, or of ISO 14289-1 */
  add(rule: string, place: string, what: string): void {
    const problem = `options.${this.#option}: rule ${rule}, ${place}: ${what}`;
    if (this.isFull || this.#seen.has(problem)) return;
    this.#seen.add(problem);
    this.list.push(problem);
  }

  /** @throws {ImpossiblePdf} the list is not empty */
  requireNone(): void {
    if (this.list.length > 0) throw new ImpossiblePdf(this.#option, this.list);
  }
}

export const placeOf = ({ id }: Pick<PdfObject, 'id'>): string => `object ${id}`;
