import { afterAll, beforeAll, expect, test } from 'vitest';
import { LocalPrinter } from '../../cli/local/chromium/local-printer.ts';
import { describeResult } from '../../cli/local/reports/describe-result.ts';
import { runTests } from '../../cli/local/snapshots/run-tests.ts';
import { titleOf } from '../../cli/local/snapshots/test-cases.ts';
import { readProject } from '../../cli/project/read-project.ts';
import { STARTERS } from '../../dashboard/starters/starters.ts';
import { openPdfium } from '../../renderer/container/image/thumbnail/pdfium.ts';
import { starterFolder } from '../../scripts/generate/read-starter.ts';
import { prepareLocalBrowser, projectFonts } from '../../scripts/local/local-browser.ts';

// It makes global names at its first start, which the check of what a file leaves would find.
await openPdfium();

/** The snapshots are from the headless shell with these fonts. `npm run tool -- test-starters --record` makes them again. */
const fonts = await projectFonts();

let printer: LocalPrinter | null = null;

beforeAll(async () => {
  const { executablePath } = await prepareLocalBrowser();
  printer = await LocalPrinter.open({ ...process.env, PLATEN_CHROMIUM: executablePath });
});
afterAll(() => printer?.close());

test.runIf(fonts)('each starter prints as its snapshots say', async () => {
  if (printer === null) throw new Error('the printer runs while tests do');
  const projects = await Promise.all(STARTERS.map(({ name }) => readProject(starterFolder(name))));
  const { results, orphans } = await runTests(projects, printer, {
    only: null,
    isRecording: false,
    signal: new AbortController().signal,
    onResult: () => {},
  });
  const failed = results.filter(({ outcome }) => outcome !== 'passed');
  expect(failed.map((result) => [titleOf(result.test), ...describeResult(result)].join('\n'))).toEqual([]);
  expect(orphans).toEqual([]);
  expect(new Set(results.map(({ test: { template } }) => template.slug)).size).toBe(STARTERS.length);
});
