import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { renderReport } from '../../schema/api/report.ts';
import type { Answer } from '../support/answer.ts';
import { assemble, printPages } from '../support/assembling.ts';
import { accept, ASYNC, expectAccepted, jobIn } from '../support/jobs.ts';
import { WITHOUT_GLYPH } from '../support/missing-glyph.ts';
import { expectGenerated, send, Tenant } from '../support/service-client.ts';

const IMAGE = 'http://missing.invalid/logo.png';

const reportOf = (answer: Answer) => {
  expectGenerated(answer);
  return z.object({ report: renderReport.optional() }).parse(JSON.parse(answer.text)).report;
};

const entriesWith = (fileId: string) => [
  { fileId },
  {
    htmlContent: `<img src="${IMAGE}"><script>console.error('from {{who}}')</script><h1>One</h1>`,
    templateData: { who: 'Ada' },
    bookmrk: 'x',
  },
  { htmlContent: '<p style="break-after: page">one<p>two', bookmark: 'Two' },
];

const EXPECTED = {
  pageCount: 4,
  missingGlyphs: [WITHOUT_GLYPH],
  warnings: [
    { code: 'UNKNOWN_FIELD', field: 'entries[1].bookmrk' },
    { code: 'MISSING_GLYPHS', field: 'options.watermark.text' },
  ],
  entries: [
    { index: 1, pageCount: 1, failedResources: [{ url: IMAGE }], consoleErrors: ['from Ada'] },
    { index: 2, pageCount: 2, failedResources: [], consoleErrors: [], warnings: [] },
  ],
};

const OPTIONS = { report: true, watermark: { text: `Draft ${WITHOUT_GLYPH}` }, footer: { content: 'Page' } };

describe('the report of a merge', () => {
  test('has that of each entry that was printed', async () => {
    const tenant = await Tenant.create();
    const { fileId } = await printPages(tenant, 'kept', 1);
    const body = { entries: entriesWith(fileId), options: OPTIONS };
    expect(reportOf(await assemble(tenant, 'merge', body))).toMatchObject(EXPECTED);
    expect(reportOf(await assemble(tenant, 'merge', { entries: body.entries }))).toBeUndefined();
    const entries = [{ fileId }, { htmlContent: '<p>x', options: { report: true } }, { htmlContent: 'y' }];
    const some = reportOf(await assemble(tenant, 'merge', { entries }));
    expect(some).toMatchObject({ pageCount: 3, entries: [{ index: 1 }] });
    expect(some?.entries).toHaveLength(1);
  });

  test('is with its job, until the file is deleted', async () => {
    const tenant = await Tenant.create();
    const { fileId } = await printPages(tenant, 'kept', 1);
    const body = { entries: entriesWith(fileId), options: OPTIONS };
    const { jobId } = expectAccepted(await assemble(tenant, 'merge', body, ASYNC));
    const ended = await jobIn(tenant, jobId, 'succeeded');
    expect(ended.report).toMatchObject(EXPECTED);
    await send(`/v1/files/${ended.fileId}`, { method: 'DELETE', headers: { 'X-API-Key': tenant.key } });
    expect((await jobIn(tenant, jobId, 'succeeded')).report).toBeUndefined();
  });
});

test('the report of a finish has what header, footer and watermark lack', async () => {
  const tenant = await Tenant.create();
  const { fileId } = await printPages(tenant, 'kept', 2);
  const options = { ...OPTIONS, header: { content: `<img src="${IMAGE}">`, height: 10 } };
  const report = reportOf(await assemble(tenant, 'finish', { fileId, options, file: 'x' }));
  expect(report).toMatchObject({
    pageCount: 2,
    failedResources: [{ url: IMAGE }],
    missingGlyphs: [WITHOUT_GLYPH],
    warnings: [
      { code: 'UNKNOWN_FIELD', field: 'file' },
      { code: 'MISSING_GLYPHS', field: 'options.watermark.text' },
    ],
  });
  expect(report?.entries).toBeUndefined();
});

describe('the report of a job', () => {
  const request = { htmlContent: `<p>x<img src="${IMAGE}">`, options: { report: true } };

  test('is in the answer about it, and not in a list', async () => {
    const tenant = await Tenant.create();
    const { jobId } = await accept(tenant, request);
    const { report } = await jobIn(tenant, jobId, 'succeeded');
    expect(report).toMatchObject({ pageCount: 1, failedResources: [{ url: IMAGE }] });
    const list = await send('/v1/jobs', { headers: { 'X-API-Key': tenant.key } });
    expect(JSON.parse(list.text).data).toEqual([expect.not.objectContaining({ report })]);
    const plain = await accept(tenant, { htmlContent: '<p>x' });
    expect((await jobIn(tenant, plain.jobId, 'succeeded')).report).toBeUndefined();
  });

  test('is in the answer that waited for it, and in none that repeats it', async () => {
    const tenant = await Tenant.create();
    const headers = { Prefer: 'respond-async, wait=60', 'Idempotency-Key': 'report-1' };
    const report = reportOf(await tenant.generate(request, headers));
    expect(report).toMatchObject({ failedResources: [{ url: IMAGE }] });
    const again = await tenant.generate(request, headers);
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    expect(reportOf(again)).toBeUndefined();
  });
});
