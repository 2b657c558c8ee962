import { composeDocument } from '../compose-document.ts';
import type { LocalPrinter } from '../chromium/local-printer.ts';
import { describeProblem, findProblems } from '../problems.ts';
import { PdfPages, type Picture } from '../pdf/pdf-pages.ts';
import { comparePageLooks, compareSnapshots, type Difference } from './compare-snapshots.ts';
import { type Snapshot, takeSnapshot } from './snapshot.ts';
import { UnreadableSnapshot } from './snapshot-folder.ts';
import type { TestCase } from './test-cases.ts';

/**
 * - `passed`: as the snapshot says, or recorded.
 * - `different`: not as the snapshot says.
 * - `new`: there is no snapshot.
 * - `failed`: the sample cannot be printed, or its snapshot cannot be read.
 */
export type Outcome = 'different' | 'failed' | 'new' | 'passed';

export interface CaseTerms {
  readonly isRecording: boolean;
  /** Ends the print. */
  readonly signal: AbortSignal;
}

export interface CaseResult {
  readonly test: TestCase;
  readonly outcome: Outcome;
  readonly isRecorded: boolean;
  readonly differences: readonly Difference[];
  /** The reason why it failed, a text for each problem. */
  readonly problems: readonly string[];
  /** The version that printed the snapshot, if it is not this one. */
  readonly otherChromium: string | null;
  readonly ms: number;
}

type Verdict = Omit<CaseResult, 'test' | 'ms'>;

const PASSED: Verdict = {
  outcome: 'passed',
  isRecorded: false,
  differences: [],
  problems: [],
  otherChromium: null,
};

/** @param terms `isRecording` replaces a snapshot that is missing, differs, or is from another Chromium */
export async function runCase(test: TestCase, printer: LocalPrinter, terms: CaseTerms): Promise<CaseResult> {
  const startedAt = performance.now();
  const verdict = await judge(test, printer, terms);
  return { test, ...verdict, ms: Math.round(performance.now() - startedAt) };
}

async function judge(test: TestCase, printer: LocalPrinter, terms: CaseTerms): Promise<Verdict> {
  try {
    return await compare(test, printer, terms);
  } catch (error) {
    if (error instanceof UnreadableSnapshot)
      return { ...PASSED, outcome: 'failed', problems: [`${error.message}. Record it again with --record.`] };
    return { ...PASSED, outcome: 'failed', problems: describeFailure(test, error) };
  }
}

async function compare(
  test: TestCase,
  printer: LocalPrinter,
  { isRecording, signal }: CaseTerms,
): Promise<Verdict> {
  const { pages, actual } = await print(test, printer, signal);
  try {
    const draw = (page: number) => pages.draw(page, test.settings.dpi);
    const expected = await readExpected(test, isRecording);
    const differences = expected === null ? [] : await findDifferences(test, expected, actual, draw);
    const isOther = expected !== null && expected.chromium !== actual.chromium;
    if (isRecording && (expected === null || isOther || differences.length > 0)) {
      await test.folder.write(
        test.name,
        actual,
        actual.pages.map((_, index) => draw(index + 1)),
      );
      return { ...PASSED, isRecorded: true };
    }
    const outcome = expected === null ? 'new' : differences.length > 0 ? 'different' : 'passed';
    return { ...PASSED, outcome, differences, otherChromium: isOther ? expected.chromium : null };
  } finally {
    pages.close();
  }
}

async function print(
  { project, template, data, locale, settings }: TestCase,
  printer: LocalPrinter,
  signal: AbortSignal,
) {
  const now = Date.parse(settings.now);
  const { job, filename } = await composeDocument(project, template, {
    data,
    locale,
    now,
    isEncrypted: false,
  });
  const { bytes, report } = await printer.print(job, signal);
  const pages = await PdfPages.open(bytes);
  return { pages, actual: takeSnapshot({ chromium: printer.chromiumVersion, filename, report, pages }) };
}

/** While recording, a damaged snapshot is replaced. */
async function readExpected({ folder, name }: TestCase, isRecording: boolean): Promise<Snapshot | null> {
  try {
    return await folder.read(name);
  } catch (error) {
    if (isRecording && error instanceof UnreadableSnapshot) return null;
    throw error;
  }
}

async function findDifferences(
  { folder, name, settings }: TestCase,
  expected: Snapshot,
  actual: Snapshot,
  draw: (page: number) => Picture,
): Promise<Difference[]> {
  const found = compareSnapshots(expected, actual);
  const pages = Math.min(expected.pages.length, actual.pages.length);
  for (let page = 1; page <= pages; page += 1) {
    const before = await folder.readPicture(name, page);
    if (before === null) throw new UnreadableSnapshot(`${name}.page-${page}.png is missing`);
    const look = comparePageLooks(page, before, draw(page), settings);
    if (look !== null) found.push(look);
  }
  return found;
}

const describeFailure = ({ project, template, sample }: TestCase, error: unknown): string[] =>
  findProblems(error, { project, template, sample }).map(describeProblem);
