import type { Verdict } from './verapdf.ts';

/** The verdicts of veraPDF, by document and profile. */
export class CorpusTable {
  readonly #rows = new Map<string, Map<string, string>>();
  readonly #profiles = new Set<string>();

  addVerdict(document: string, profile: string, { passed, failed }: Verdict): void {
    this.#set(document, profile, `${(passed + failed).toLocaleString('en')}, ${failed}`);
  }

  /** @param problem names the rule */
  addRefusal(document: string, profile: string, problem: string): void {
    this.#set(document, profile, `refused: ${/rule ([\d.]+)/.exec(problem)?.[1] ?? problem}`);
  }

  #set(document: string, profile: string, cell: string): void {
    const row = this.#rows.get(document) ?? new Map<string, string>();
    this.#rows.set(document, row.set(profile, cell));
    this.#profiles.add(profile);
  }

  /** Returns the table as Markdown. Each cell has the number of checks that ran and the number that failed. */
  toString(): string {
    const profiles = [...this.#profiles].toSorted();
    const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
    return [
      line(['Document', ...profiles]),
      line(['---', ...profiles.map(() => '--:')]),
      ...[...this.#rows].map(([name, row]) =>
        line([name, ...profiles.map((profile) => row.get(profile) ?? '')]),
      ),
    ].join('\n');
  }
}
