import { type ByteSource, PdfSplitter, readDocument, revisePdf, type Revision } from '@platen/pdf';
import type { FinishRequest } from '../../../../schema/api/assemble.ts';
import { MAX_EXCERPTS } from '../../../../schema/assembling.ts';
import { invalidRequest } from '../../../lib/api-error.ts';
import type { RequestMemory } from '../../../lib/memory/request-memory.ts';
import { assembledPdf, type AssemblyRun } from '../assemble/assembly-run.ts';
import { composeFinish, finishSource } from '../assemble/finishing.ts';
import { toReadableError } from '../assemble/sources.ts';
import { printThroughLane } from '../generate.ts';
import type { EdgeLane } from '../lanes/lane.ts';
import type { Output, Product } from '../production.ts';
import { describePages } from '../split.ts';
import { importForeign } from '../upload.ts';
import { type BookmarkPlan, mergeSources, type NamedPdf } from './merge-sources.ts';

/** The files that a request brings, or the document that it prints. */
export type ReworkInput =
  | {
      readonly kind: 'files';
      readonly files: readonly { readonly name: string; readonly bytes: Uint8Array }[];
    }
  | { readonly kind: 'document'; readonly lane: EdgeLane };

export interface ReworkSteps {
  /** Puts all files into one, with these bookmarks. Default: they stay apart. */
  readonly merge?: { readonly name: string; readonly bookmarks: BookmarkPlan } | null;
  /** For each file, the pages of its excerpts. Default: files stay whole. */
  readonly split?: {
    readonly pages: (pageCount: number) => readonly (readonly number[])[];
    /** @param index from 0 */
    readonly toName: (name: string, index: number) => string;
  } | null;
  /** One after the other, before the revision. */
  readonly marks?: readonly FinishRequest['options'][];
  /** What no option can say. @param name of the file */
  readonly revision?: (name: string, pageCount: number) => Revision | null;
  /** Metadata, attachments, PDF/A and encryption come last. */
  readonly finish?: FinishRequest['options'];
  /** Values for the placeholders of `marks` and `finish`. */
  readonly templateData?: Readonly<Record<string, unknown>>;
}

/**
 * PDFs of a request that are merged, split and finished in one go: only the results are kept, and each spends a credit. The files are
 * those of the request, so nothing has to be uploaded before.
 */
export const reworkOf = (input: ReworkInput, steps: ReworkSteps, memory: RequestMemory): Product => ({
  memory,
  creditsLater: true,
  thumbnailWidth: null,
  meta: null,
  make: async (run) => {
    await memory.assemble();
    const outputs = await run.phases.measure('make', () =>
      rework({ ...run, report: null, differences: [] }, input, steps),
    );
    return { outputs, report: null };
  },
});

async function rework(run: AssemblyRun, input: ReworkInput, steps: ReworkSteps): Promise<Output[]> {
  const { merge = null } = steps;
  const opened = await openInput(run, input);
  const whole = merge === null ? opened : [await mergeSources(run, opened, merge)];
  const parts: NamedPdf[] = [];
  for (const pdf of whole) parts.push(...(await splitPdf(run, pdf, steps)));
  if (parts.length === 0) throw invalidRequest(['splitSpan: selects no page']);
  const finished: NamedPdf[] = [];
  for (const pdf of parts) finished.push({ name: pdf.name, source: await finishPart(run, pdf, steps) });
  const isSingle = finished.length === 1;
  return finished.map(({ name, source }, index) =>
    assembledPdf(run, { filename: name, pages: isSingle ? null : String(index + 1), open: () => source }),
  );
}

async function openInput(run: AssemblyRun, input: ReworkInput): Promise<NamedPdf[]> {
  if (input.kind === 'document') {
    const { pdf, filename } = await printThroughLane(run, input.lane);
    return [{ name: filename, source: await run.scratch.keepBody(pdf.body) }];
  }
  const opened: NamedPdf[] = [];
  for (const { name, bytes } of input.files) {
    const { source } = await importForeign(run, inOnePiece(bytes), name);
    opened.push({ name, source });
  }
  return opened;
}

async function* inOnePiece(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

async function splitPdf(
  run: AssemblyRun,
  pdf: NamedPdf,
  { split = null }: ReworkSteps,
): Promise<readonly NamedPdf[]> {
  if (split === null) return [pdf];
  const splitter = await PdfSplitter.open(pdf.source, run.ctx.meter);
  const excerpts = split.pages(splitter.pageCount);
  if (excerpts.length > MAX_EXCERPTS)
    throw invalidRequest([`splitSpan: makes ${excerpts.length} files; ${MAX_EXCERPTS} are allowed`]);
  const parts: NamedPdf[] = [];
  for (const [index, pages] of excerpts.entries()) {
    requirePages(pages, splitter.pageCount);
    parts.push({
      name: split.toName(pdf.name, index),
      source: await run.scratch.keep(splitter.excerpt(pages)),
    });
  }
  return parts;
}

function requirePages(pages: readonly number[], pageCount: number): void {
  if (pages.every((page) => page >= 1 && page <= pageCount)) return;
  throw invalidRequest([
    `splitSpan: ${describePages(pages)} is past the end; the PDF has ${pageCount} pages`,
  ]);
}

async function finishPart(
  run: AssemblyRun,
  { name, source }: NamedPdf,
  { marks = [], revision, finish = {}, templateData = {} }: ReworkSteps,
): Promise<ByteSource> {
  let pdf = source;
  try {
    for (const options of marks) pdf = await applyOptions(run, pdf, { options, templateData });
    if (revision !== undefined) {
      const { pageCount } = await readDocument(pdf, run.ctx.meter);
      const change = revision(name, pageCount);
      if (change !== null) pdf = await revisePdf(pdf, change, run.ctx.meter);
    }
    return await applyOptions(run, pdf, { options: finish, templateData });
  } catch (error) {
    throw toReadableError(error, name);
  }
}

async function applyOptions(
  run: AssemblyRun,
  source: ByteSource,
  filled: Pick<FinishRequest, 'options' | 'templateData'>,
): Promise<ByteSource> {
  const plan = await composeFinish(run, { ...filled, defaultName: 'document' });
  return plan.isPlain ? source : finishSource(run, source, plan, null);
}
