import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  type Finish,
  finishPdf,
  inMemory,
  mergePdfs,
  type PdfaLevel,
  PdfSplitter,
  type PrintJob,
  readWhole,
  UnarchivablePdf,
} from '@platen/pdf';
import { PagePool, printInPool } from '@platen/print-engine';
import { Linearizer } from '../../../renderer/container/image/linearizer.ts';
import { startChromium } from '../../local/chromium-process.ts';
import { pixelsInPdfJs } from '../readers/pdfjs.ts';
import { applyDefect, DEFECTS } from './defects.ts';
import { type CorpusDocument, listDocuments } from './documents.ts';
import { readClaim } from './read-claim.ts';
import type { VeraPdf, Verdict } from './verapdf.ts';

const NOTHING: Finish = { metadata: null, attachments: [], watermark: null, encryption: null, mark: null };

/** Each level has the rules of the next one. */
const LEVELS: readonly PdfaLevel[] = ['2a', '2u', '2b'];

/** The names of documents whose PDF/A files are changed further. */
const LINKS = 'links';
const PLAIN = 'table';

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

/** Prints documents, makes PDF/A files from them, and lets veraPDF read each file. */
export class CorpusCheck {
  readonly #veraPdf: VeraPdf;
  readonly #directory: string;
  readonly #report: CorpusReport;
  readonly #kept = new Map<string, Uint8Array>();

  constructor(veraPdf: VeraPdf, directory: string, report: CorpusReport) {
    this.#veraPdf = veraPdf;
    this.#directory = directory;
    this.#report = report;
  }

  /** @param all also checks many more documents, which takes minutes */
  async run(all: boolean): Promise<void> {
    const chromium = await startChromium();
    try {
      const pool = new PagePool(await chromium.connect(), { ready: 1, concurrent: 1 });
      await pool.start();
      for (const document of await listDocuments(all)) await this.#checkDocument(pool, document);
      pool.close();
    } finally {
      await chromium.stop();
    }
    await this.#checkChanges();
    await this.#checkDefects();
  }

  async #checkDocument(pool: PagePool, document: CorpusDocument): Promise<void> {
    const { name, job, attachments = [] } = document;
    const limits = { workspaceId: 'corpus', deadline: Date.now() + 120_000, maxPdfBytes: 500_000_000 };
    const print = async (changed: PrintJob) => readWhole((await printInPool(pool, changed, limits)).pdf);
    const printed = await print(job);
    const before = await this.#pixels('before', printed);
    const refusals: string[] = [];
    const levels = attachments.length > 0 ? (['3a'] as const) : LEVELS;
    for (const level of levels) {
      const made = await archive(printed, { attachments, pdfa: level }, refusals);
      if (made === null) continue;
      await this.#expectValid(`${name}, ${level}`, made, level);
      break;
    }
    const made = await archive(printed, { attachments, pdfa: '3b' }, refusals);
    if (made !== null) {
      this.#kept.set(name, made);
      await this.#expectValid(`${name}, 3b`, made, '3b');
      if ((await this.#pixels('after', made)) !== before) this.#report.failed(`${name}: looks different`);
    }
    for (const refusal of new Set(refusals)) this.#report.note(`refused: ${refusal}`);
  }

  /** Checks files that are made from a PDF/A. */
  async #checkChanges(): Promise<void> {
    const [links, plain] = [this.#kept.get(LINKS), this.#kept.get(PLAIN)];
    if (!links || !plain) throw new Error('the documents of the corpus are missing');
    const sources = [links, plain].map((pdf) => inMemory(pdf));
    async function* list() {
      for (const source of sources) yield { title: 'Part', source };
    }
    const merged = await collect(mergePdfs(list(), 'Merged'));
    await this.#expectNothingSaid('a merged PDF', merged);
    await this.#expectValid('a merged PDF, 3b', await finish(merged, { pdfa: '3b' }), '3b');
    const splitter = await PdfSplitter.open(inMemory(links));
    await this.#expectValid('a part of a PDF/A', await collect(splitter.part([1])), '3b');
    await this.#expectValid('finished again, 2b', await finish(links, { pdfa: '2b', mark: 'TEST' }), '2b');
    await this.#expectNothingSaid('a PDF/A that is changed', await finish(links, { mark: 'TEST' }));
    await this.#expectValid('a linearized PDF/A', await linearize(links), '3b');
  }

  /** veraPDF must see each of them, or its silence says nothing. */
  async #checkDefects(): Promise<void> {
    const files = ['attachment', LINKS].map((name) => this.#kept.get(name) ?? new Uint8Array());
    for (const defect of DEFECTS) {
      const file = files.find((pdf) => Buffer.from(pdf).includes(defect.from, 0, 'latin1'));
      if (file === undefined) throw new Error(`No file can have the defect: ${defect.name}`);
      const { broken } = await this.#validate(applyDefect(file, defect), '3b');
      const rules = broken.map(({ rule }) => rule);
      if (rules.includes(defect.rule))
        this.#report.passed(`defect seen: ${defect.name} (${rules.join(', ')})`);
      else this.#report.failed(`defect not seen: ${defect.name}; broken are ${rules.join(', ') || 'none'}`);
    }
  }

  async #expectValid(name: string, pdf: Uint8Array, level: PdfaLevel): Promise<void> {
    const claim = await readClaim(pdf);
    if (claim === level) reportVerdict(this.#report, name, await this.#validate(pdf, level));
    else this.#report.failed(`${name}: says ${claim}`);
  }

  async #expectNothingSaid(name: string, pdf: Uint8Array): Promise<void> {
    const claim = await readClaim(pdf);
    if (claim === null) this.#report.passed(`${name}: does not say that it is PDF/A`);
    else this.#report.failed(`${name}: still says ${claim}`);
  }

  async #validate(pdf: Uint8Array, profile: string): Promise<Verdict> {
    const path = join(this.#directory, 'checked.pdf');
    await writeFile(path, pdf);
    return this.#veraPdf.validate(path, profile);
  }

  async #pixels(name: string, pdf: Uint8Array): Promise<string> {
    const path = join(this.#directory, `${name}.pdf`);
    await writeFile(path, pdf);
    return pixelsInPdfJs(path, null);
  }
}

async function collect(pieces: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const all: Uint8Array[] = [];
  for await (const piece of pieces) all.push(piece);
  return new Uint8Array(Buffer.concat(all));
}

const finish = async (pdf: Uint8Array, changes: Partial<Finish>): Promise<Uint8Array> =>
  readWhole(await finishPdf(inMemory(pdf), { ...NOTHING, ...changes }));

/** Returns null if the PDF cannot be PDF/A. */
async function archive(
  pdf: Uint8Array,
  changes: Partial<Finish>,
  refusals: string[],
): Promise<Uint8Array | null> {
  try {
    return await finish(pdf, changes);
  } catch (error) {
    if (!(error instanceof UnarchivablePdf)) throw error;
    refusals.push(`${changes.pdfa}: ${error.problems[0]}`);
    return null;
  }
}

async function linearize(pdf: Uint8Array): Promise<Uint8Array> {
  const limits = { workspaceId: 'corpus', deadline: Date.now() + 60_000, maxPdfBytes: 500_000_000 };
  let linearized = new Uint8Array();
  const { signal } = new AbortController();
  await new Linearizer().linearize(inMemory(pdf), { ...limits, signal, password: null }, async (made) => {
    linearized = (await made.read(0, made.sizeBytes)).slice();
  });
  return linearized;
}
