import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Meter } from '@platen/meter';
import { type Finish, finishPdf, inMemory, readWhole, ImpossiblePdf } from '@platen/pdf';
import type { Readers, Sights } from '../../readers/compare-readers.ts';
import { CorpusTable } from './corpus-table.ts';
import { applyDefect, type Defect } from './defects.ts';
import { readClaim, readUaClaim } from './read-claim.ts';
import type { VeraPdf, Verdict } from './verapdf.ts';

/** Receives the results of the check, one after the other. */
export interface CorpusReport {
  passed(text: string): void;
  failed(text: string): void;
  note(text: string): void;
}

/** Reports one line for the file, and one for each rule that it breaks. */
export function reportVerdict(report: CorpusReport, name: string, verdict: Verdict): void {
  const { rules, passed, failed, broken } = verdict;
  const counts = `${name}: ${passed} checks of ${rules} rules passed, ${failed} failed`;
  if (failed === 0) report.passed(counts);
  else report.failed(counts);
  for (const { rule, count, example } of broken) report.note(`${rule}, ${count} times: ${example}`);
}

interface ExpectedFile {
  readonly document: string;
  readonly profile: string;
  /** The content that readers saw before the file became PDF/A. If it is null, readers do not read the file. */
  readonly before: Sights | null;
}

/** Checks files with veraPDF and other readers. */
export class FileCheck {
  readonly table = new CorpusTable();
  readonly report: CorpusReport;
  readonly #veraPdf: VeraPdf;
  readonly #readers: Readers;
  readonly #directory: string;

  constructor(veraPdf: VeraPdf, readers: Readers, directory: string, report: CorpusReport) {
    this.#veraPdf = veraPdf;
    this.#readers = readers;
    this.#directory = directory;
    this.report = report;
  }

  async expectValid(pdf: Uint8Array, { document, profile, before }: ExpectedFile): Promise<void> {
    const name = `${document}, ${profile}`;
    const claim = await (profile.startsWith('ua') ? readUaClaim(pdf) : readClaim(pdf));
    if (claim !== profile) {
      this.report.failed(`${name}: says ${claim}`);
      return;
    }
    const verdict = await this.validate(pdf, profile);
    reportVerdict(this.report, name, verdict);
    this.table.addVerdict(document, profile, verdict);
    if (before === null) return;
    for (const problem of await this.#readers.check(await this.#keep(pdf), before, document))
      this.report.failed(`${name}: ${problem}`);
  }

  async expectNothingSaid(name: string, pdf: Uint8Array): Promise<void> {
    const claim = (await readClaim(pdf)) ?? (await readUaClaim(pdf));
    if (claim === null) this.report.passed(`${name}: does not say that it is PDF/A or PDF/UA`);
    else this.report.failed(`${name}: still says ${claim}`);
  }

  /** Checks that veraPDF sees what is wrong with a file. */
  async expectDefect(pdf: Uint8Array, defect: Defect, profile: string): Promise<void> {
    const { broken } = await this.validate(applyDefect(pdf, defect), profile);
    const rules = broken.map(({ rule }) => rule);
    if (rules.includes(defect.rule)) this.report.passed(`defect seen: ${defect.name} (${rules.join(', ')})`);
    else this.report.failed(`defect not seen: ${defect.name}; broken rules: ${rules.join(', ') || 'none'}`);
  }

  async see(pdf: Uint8Array): Promise<Sights> {
    return this.#readers.see(await this.#keep(pdf));
  }

  /** Returns the readers that see nothing wrong. */
  async listBlindReaders(pdf: Uint8Array, before: Sights): Promise<readonly string[]> {
    return this.#readers.listBlind(await this.#keep(pdf), before);
  }

  async validate(pdf: Uint8Array, profile: string): Promise<Verdict> {
    return this.#veraPdf.validate(await this.#keep(pdf), profile);
  }

  async #keep(pdf: Uint8Array): Promise<string> {
    const path = join(this.#directory, 'checked.pdf');
    await writeFile(path, pdf);
    return path;
  }
}

/** A PDF that stays as it is. */
export const NOTHING: Finish = {
  metadata: null,
  attachments: [],
  watermark: null,
  encryption: null,
  mark: null,
  meter: new Meter({ maxWork: Infinity }),
};

export const finish = async (pdf: Uint8Array, changes: Partial<Finish>): Promise<Uint8Array> =>
  readWhole(await finishPdf(inMemory(pdf), { ...NOTHING, ...changes }));

/** Returns the finished PDF, or why it cannot be PDF/A or PDF/UA. */
export async function archive(
  pdf: Uint8Array,
  changes: Partial<Finish>,
): Promise<Uint8Array | readonly string[]> {
  try {
    return await finish(pdf, changes);
  } catch (error) {
    if (error instanceof ImpossiblePdf) return error.problems;
    throw error;
  }
}

export async function collect(pieces: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const all: Uint8Array[] = [];
  for await (const piece of pieces) all.push(piece);
  return new Uint8Array(Buffer.concat(all));
}
