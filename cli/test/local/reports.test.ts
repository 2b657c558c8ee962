import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { writeHtml } from '../../local/reports/html.ts';
import { writeJunit } from '../../local/reports/junit.ts';
import { writeReport } from '../../local/reports/write-report.ts';
import type { CaseResult } from '../../local/snapshots/run-case.ts';
import type { TestRun } from '../../local/snapshots/run-tests.ts';
import type { Difference } from '../../local/snapshots/compare-snapshots.ts';
import { parseXml } from '../../../packages/e-invoice/xml/parse.ts';
import { folderWith } from '../support/project-folder.ts';
import { unlimited } from '../../../test/support/unlimited.ts';

const HOSTILE = '<script>alert("1")</script> & \u0007 \uD800 "quoted"\nline';

function resultOf(changes: Partial<CaseResult>): CaseResult {
  const template = { slug: `in<voice`, name: HOSTILE };
  return {
    test: { template, name: 'a&b' } as CaseResult['test'],
    outcome: 'passed',
    isRecorded: false,
    differences: [],
    problems: [],
    otherChromium: null,
    ms: 1500,
    ...changes,
  };
}

const TEXT_DIFFERS: Difference = {
  kind: 'text',
  page: 2,
  message: 'the text differs',
  lines: [`- ${HOSTILE}`, '+ b'],
  pictures: null,
};

const RUN: TestRun = {
  results: [
    resultOf({}),
    resultOf({ outcome: 'different', differences: [TEXT_DIFFERS] }),
    resultOf({ outcome: 'failed', problems: [HOSTILE] }),
    resultOf({ outcome: 'new' }),
  ],
  orphans: ['invoice/<old>'],
  chromium: '153.0.0.0',
};

test('the JUnit file is XML that a parser reads, whatever the data has', async () => {
  const xml = writeJunit(RUN);
  expect((await parseXml(xml, unlimited())).name).toBe('testsuites');
  expect(xml).toContain('<testsuite name="in&lt;voice" tests="4" failures="2" errors="1" time="6.000">');
  expect(xml).toContain('message="page 2: the text differs"');
  expect(xml).not.toContain('\u0007');
});

test('the HTML report shows the data as text', () => {
  const shown = new Map(
    RUN.results.map((result) => [
      result,
      result.differences.map((difference) => ({ difference, pictures: null })),
    ]),
  );
  const html = writeHtml(RUN, shown);
  expect(html).toContain('<h1>1 passed, 3 failed</h1>');
  expect(html).toContain('&lt;script&gt;alert(&quot;1&quot;)');
  expect(html).not.toContain('<script');
  expect(html).not.toContain('in<voice');
  expect(html).toContain('invoice/&lt;old&gt;');
});

test('a report in a folder that exists deletes nothing of it but the pictures of an earlier report', async () => {
  const own = { '.gitignore': 'dist\n', 'pictures/logo.png': 'logo' };
  const folder = await folderWith({ ...own, 'pictures/1-page-2-actual.png': 'old' });
  await writeReport(folder, RUN);
  for (const [path, text] of Object.entries(own))
    expect(await readFile(join(folder, path), 'utf8')).toBe(text);
  await expect(readFile(join(folder, 'pictures/1-page-2-actual.png'))).rejects.toThrow('ENOENT');
  await writeReport(join(folder, 'new'), RUN);
  expect(await readFile(join(folder, 'new/.gitignore'), 'utf8')).toBe('*\n');
});
