import { describe, expect, test } from 'vitest';
import type { RenderReport } from '@platen/print-engine';
import { NO_UNKNOWN_FIELDS } from '../../../../../compose/unknown-fields/index.ts';
import type { Assembly } from '../../../../../schema/api/assemble.ts';
import { renderReport } from '../../../../../schema/api/report.ts';
import { AssemblyReport, openReport } from '../../../../../worker/verbs/make/assemble/assembly-report.ts';
import { REPORT } from '../../../../support/render-report.ts';

const merge = (options: object = { report: true }, entry: object = {}): Assembly => ({
  kind: 'merge',
  body: { entries: [{ htmlContent: 'x', options: entry }, { htmlContent: 'y' }], options },
});

const times = <Item>(count: number, make: (index: number) => Item): Item[] =>
  Array.from({ length: count }, (_, index) => make(index));

/** As long as the report of a print can be. */
const LONGEST: RenderReport = {
  pageCount: 3,
  failedResources: times(50, (index) => ({ url: `${index}${'u'.repeat(498)}`, reason: 'r'.repeat(500) })),
  consoleErrors: times(50, (index) => `${index}${'e'.repeat(498)}`),
  missingGlyphs: times(100, (index) => String.fromCodePoint(0x1_0380 + index)),
  warnings: times(50, (index) => ({ code: 'UNKNOWN_FIELD', message: 'm'.repeat(500), field: `${index}` })),
  phases: { load: 1, print: 2, finish: 3 },
  finalUrl: 'f'.repeat(2_000),
};

describe('the report of a merge', () => {
  test('has each entry in its place, and no more of a list than that of one print', () => {
    const report = new AssemblyReport(merge(), NO_UNKNOWN_FIELDS);
    for (const index of [1, 0, ...times(98, (more) => more + 2)]) report.addEntry(index, LONGEST);
    for (let band = 0; band < 3; band += 1) report.add(LONGEST);
    report.pageCount = 300;
    const made = renderReport.parse(report.toReport({ make: 5 }));
    expect(made.entries?.map(({ index }) => index)).toEqual(times(100, (index) => index));
    expect(made.entries?.[1]).toMatchObject(LONGEST);
    expect(made.entries?.[0]).toMatchObject({ pageCount: 3, failedResources: [], consoleErrors: [] });
    expect(made).toMatchObject({ pageCount: 300, phases: { make: 5 } });
    expect([made.failedResources.length, made.missingGlyphs.length, made.warnings.length]).toEqual([
      50, 100, 50,
    ]);
    // Twice the lists of one print, and a line and an address for each entry.
    const mostBytes = 2 * JSON.stringify(LONGEST).length + 100 * 2_500;
    expect(JSON.stringify(made).length).toBeLessThan(mostBytes);
  });

  test('names the fields that the API does not have', () => {
    const report = openReport(merge(), {
      listed: [{ path: 'entries[0].bookmrk', instead: 'entries[0].bookmark' }],
      more: false,
    });
    expect(report?.toReport({}).warnings).toMatchObject([
      { code: 'UNKNOWN_FIELD', field: 'entries[0].bookmrk' },
    ]);
  });

  test('has the entries that ask for it, or all', () => {
    const some = openReport(merge({}, { report: true }), NO_UNKNOWN_FIELDS);
    const [first = {}, second = {}] = times(2, (index) => ({ options: { report: index === 0 } }));
    expect([some?.includes(first), some?.includes(second)]).toEqual([true, false]);
    expect(openReport(merge(), NO_UNKNOWN_FIELDS)?.includes(second)).toBe(true);
    expect(openReport(merge({}), NO_UNKNOWN_FIELDS)).toBeNull();
  });
});

test('a finish has no entries, and a split no report', () => {
  const finish: Assembly = { kind: 'finish', body: { fileId: 'file_a', options: { report: true } } };
  const report = openReport(finish, NO_UNKNOWN_FIELDS);
  report?.add({ ...REPORT, missingGlyphs: ['a', 'b'] });
  report?.add({ missingGlyphs: ['b', 'c'] });
  expect(report?.toReport({})).toEqual({ ...REPORT, pageCount: 0, missingGlyphs: ['a', 'b', 'c'] });
  expect(
    openReport({ kind: 'split', body: { fileId: 'file_a', everyPages: 1 } }, NO_UNKNOWN_FIELDS),
  ).toBeNull();
});
