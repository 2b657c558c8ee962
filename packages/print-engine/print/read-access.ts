import { ImpossiblePdf, type PrintJob } from '@platen/pdf';
import { toReadAccessExpression } from '../in-page/rare-expressions.ts';
import type { AccessReading, Barrier, BarrierKind } from '../in-page/access-messages.ts';
import { remainingMs } from '../print-limits.ts';
import type { FeatureSteps } from '../features/feature.ts';
import { describeBarrier, toAccessWarnings } from './access-warnings.ts';
import { looksFor } from './faults.ts';
import type { PrintRun } from './print-run.ts';

/** The rule of ISO 14289-1 that a barrier of each kind breaks. */
const RULES: Partial<Readonly<Record<BarrierKind, string>>> = {
  alt: '7.3',
  language: '7.2',
  title: '7.1',
  heading: '7.4.2',
  frame: '7.1',
  filter: '7.1',
};

/** The PDF does not show these: Chromium writes a language in any case, and leaves out the tags of frames and under filters. */
const UNSEEN_IN_PDF: readonly BarrierKind[] = ['language', 'frame', 'filter'];

/**
 * Reads the document before its print. The links of an index get their texts during the print, so a document that depends on its pages is
 * read after it. With a form it is read before, because links then mark the fields.
 */
export function openReading(run: PrintRun): FeatureSteps {
  let reading: AccessReading | null = null;
  const read = async () => {
    reading = await readAccess(run);
  };
  return {
    inPage: async ({ isPaged }) => {
      if (!isPaged || run.job.forms === true) await read();
    },
    after: async (printed) => {
      if (reading === null) await read();
      return printed;
    },
    links: () => reading?.links ?? [],
    explain: (error) => (reading === null ? error : placeInHtml(error, reading.barriers)),
  };
}

/** Reads the barriers and the links of a loaded document. @throws {ImpossiblePdf} the document cannot be PDF/UA */
async function readAccess(run: PrintRun): Promise<AccessReading> {
  const { page, job, limits, recorder } = run;
  const readsLinks = job.finish?.pdfua === true;
  const request = { readsContrast: job.printBackground, readsLinks };
  const reading = await page.evaluate<AccessReading>(toReadAccessExpression(request), remainingMs(limits));
  const barriers = reading.barriers.filter((barrier) => !isMended(barrier, job));
  if (looksFor(job, 'accessibility'))
    for (const warning of toAccessWarnings(barriers)) recorder.warnings.add(warning);
  if (readsLinks) requirePossible(barriers);
  return { ...reading, barriers };
}

/** The metadata of the job can have the language and the title. */
const isMended = ({ kind }: Barrier, { finish }: PrintJob): boolean =>
  (kind === 'language' || kind === 'title') && Boolean(finish?.metadata?.[kind]);

/** Chromium writes no tag for a picture in an `<object>`. */
const isUnseen = ({ kind, detail }: Barrier): boolean => UNSEEN_IN_PDF.includes(kind) || detail === 'object';

function requirePossible(barriers: readonly Barrier[]): void {
  if (!barriers.some(isUnseen)) return;
  // The PDF would show the others only after these are mended.
  const problems = barriers.filter((barrier) => RULES[barrier.kind] !== undefined);
  throw new ImpossiblePdf('pdfua', problems.map(toProblem));
}

const toProblem = (barrier: Barrier): string =>
  `options.pdfua: rule ${RULES[barrier.kind] ?? ''}, ${describeBarrier(barrier)}`;

const RULE = /rule ([\d.]+),/;

const ruleOf = (problem: string): string | undefined => RULE.exec(problem)?.[1];

/** Names the places in the HTML instead of those in the PDF, where both are known. */
function placeInHtml(error: unknown, barriers: readonly Barrier[]): unknown {
  if (!(error instanceof ImpossiblePdf) || error.option !== 'pdfua') return error;
  const broken = new Set(error.problems.map(ruleOf));
  const known = barriers.filter(({ kind }) => RULES[kind] !== undefined && broken.has(RULES[kind]));
  const placed = new Set(known.map(({ kind }) => RULES[kind]));
  const others = error.problems.filter((problem) => !placed.has(ruleOf(problem)));
  return new ImpossiblePdf('pdfua', [...known.map(toProblem), ...others]);
}
