import { env } from 'cloudflare:test';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { PrintJob } from '@platen/pdf';
import { PrintFailed, type PrintLimits, PrintTimeout } from '@platen/print-engine';
import type { Renderer } from '../../../../renderer/renderer.ts';
import { decodeWarnings, WARNINGS_HEADER } from '../../../../schema/warnings-header.ts';
import { createConsole } from '../../../../worker/surfaces/console/app.ts';
import { monthOf } from '../../../../worker/objects/ledger/admission/credits.ts';
import { daysOfMonth } from '../../../../worker/objects/ledger/counts/day.ts';
import { PDF, ledgerOf, servicesOf } from '../../support/copying.ts';
import { migrate, operate } from '../../support/service.ts';
import { stopClock } from '../../support/stop-clock.ts';
import { type Insider, invited, setUpOwner, type Visitor } from '../../support/visitor.ts';
import { eventually } from '../../../support/eventually.ts';
import { REPORT } from '../../../support/render-report.ts';
import { variation } from '../../../support/thorough.ts';

/** The lists of a report that are not its warnings. */
const FOUND = {
  failedResources: [{ url: 'logo.png', reason: 'the address is relative' }],
  missingGlyphs: ['\uE000'],
  consoleErrors: ['Error: late'],
};

/** Documents with the word "slow" are printed when this resolves. */
const printing = Promise.withResolvers<void>();

let printed: { job: PrintJob; limits: PrintLimits }[] = [];

/** Keeps what it is asked to print; these tests are about what goes in and what comes out. */
const renderer: Renderer = {
  start: () => Promise.resolve(),
  print: async (job, limits) => {
    printed.push({ job, limits });
    if (job.html.includes('crash')) throw new PrintFailed('the page crashed');
    if (job.html.includes('endless')) throw Object.assign(new PrintTimeout('late'), { pageMs: 15_000 });
    if (job.html.includes('slow')) await printing.promise;
    return {
      body: new Blob([PDF]).stream(),
      sizeBytes: PDF.length,
      report: {
        ...REPORT,
        ...(job.report && job.html.includes('broken') ? FOUND : {}),
        warnings: job.warnings ?? [],
      },
    };
  },
};

let owner: Insider;
let member: Insider;
let visitor: Visitor;

beforeAll(async () => {
  await migrate();
  owner = await setUpOwner();
  member = await invited(owner, 'member');
  visitor = member.visitor.copy(createConsole(() => servicesOf({ renderer })));
});

beforeEach(() => {
  printed = [];
});

const path = () => `/workspaces/${member.workspaceId}/preview`;

const preview = (body: unknown, as = visitor): Promise<Response> =>
  as.fetch(path(), {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Origin: 'https://platen.test' },
    body: JSON.stringify(body),
  });

const refused = async (body: unknown) => {
  const response = await preview(body);
  const { error } = await response.json<{ error: { code: string; message: string; details?: string[] } }>();
  return { status: response.status, ...error };
};

const LANDSCAPE = { content: '<p>a</p>', settings: { landscape: true } };

test('a setting that is not known is a warning of the preview, and is refused when the template is saved', async () => {
  const response = await preview(LANDSCAPE);
  expect(decodeWarnings(response.headers.get(WARNINGS_HEADER))).toEqual([
    {
      code: 'UNKNOWN_FIELD',
      message: '`settings.landscape` is not known: did you mean `settings.orientation`?',
      field: 'settings.landscape',
    },
  ]);
  const saved = await owner.visitor.post(`/workspaces/${owner.workspaceId}/templates`, {
    name: 'Landscape',
    ...LANDSCAPE,
  });
  expect(saved.body).toMatchObject({
    error: { details: ['settings.landscape: is not known; did you mean settings.orientation?'] },
  });
});

describe('a preview of what is in the editor', () => {
  test('is the PDF itself, filled, with the settings and a watermark', async () => {
    const response = await preview({
      content: '<p>{{currency total "EUR"}}</p>',
      settings: { format: 'A5', locale: 'de-DE', footer: { content: 'Seite' } },
      templateData: { total: 3.5 },
    });
    expect(response.status).toBe(200);
    expect(response.headers.get('Content-Type')).toBe('application/pdf');
    expect(response.headers.get('Content-Length')).toBe(String(PDF.length));
    expect(response.headers.get('Cache-Control')).toBe('no-store');
    expect(new Uint8Array(await response.arrayBuffer())).toEqual(PDF);
    expect(printed).toMatchObject([
      {
        job: {
          html: expect.stringMatching(/<p>3,50\s€<\/p>/),
          watermark: 'PREVIEW',
          paper: { widthMm: 148, heightMm: 210 },
          footer: [{ html: 'Seite' }],
        },
        limits: { workspaceId: member.workspaceId, maxPdfBytes: 10_000_000 },
      },
    ]);
  });

  test('that is downloaded has a line with the name of the template in place of the watermark', async () => {
    await preview({ content: '<p>Hello', name: 'Invoice' });
    const { name } = (await member.visitor.get(`/workspaces/${member.workspaceId}`)).data;
    expect(printed.at(-1)?.job).toMatchObject({
      watermark: null,
      notice: `Preview of Invoice · ${String(name)}`,
    });
    expect((await preview({ content: '<p>Hello', name: ' ' })).status).toBe(400);
  });

  test('has all that a report finds in that header', async () => {
    const response = await preview({ content: '<p>broken' });
    expect(decodeWarnings(response.headers.get(WARNINGS_HEADER))).toEqual([
      { code: 'RESOURCE_FAILED', message: 'logo.png is missing: the address is relative', field: null },
      { code: 'MISSING_GLYPHS', message: 'No font has a glyph for: \uE000', field: null },
      { code: 'SCRIPT_ERROR', message: 'Error: late', field: null },
    ]);
  });

  test('has its warnings in a header', async () => {
    const response = await preview({ content: '<p>{% for row in rows %}ä' });
    expect(response.status).toBe(200);
    const warnings = decodeWarnings(response.headers.get(WARNINGS_HEADER));
    expect(warnings.map(({ code }) => code)).toEqual(['FOREIGN_TEMPLATE']);
    expect((await preview({ content: '<p>x' })).headers.has(WARNINGS_HEADER)).toBe(false);
  });

  test('charges nothing, counts nothing and leaves nothing behind', async () => {
    const ledger = ledgerOf(member.workspaceId);
    const state = async () => ({
      account: await ledger.account('free'),
      files: (await ledger.listFiles({ limit: 10 })).files.length,
      counted: await ledger.usageCounts(daysOfMonth(monthOf(Date.now()))),
      requests: await ledger.requestStatistics(daysOfMonth(monthOf(Date.now()))),
      objects: (await env.FILES.list()).objects.length,
      contents: (await env.TEMPLATES.list()).objects.length,
    });
    const before = await state();
    await (await preview({ content: '<p>one</p>' })).arrayBuffer();
    expect(printed).toHaveLength(1);
    expect(await state()).toEqual(before);
  });

  test('of content that does not compile shows where the error is', async () => {
    expect(await refused({ content: '<p>\n  {{#each items}}\n</p>' })).toMatchObject({
      status: 400,
      code: 'TEMPLATE_COMPILATION_ERROR',
      message: 'html, line 3, column 5: {{#each}} opened at line 2, column 3 is never closed',
      details: ['</p>', '    ^', '  {{#each items}}', '  ^'],
    });
  });

  variation('of a broken footer says that it is the footer', async () => {
    const settings = { footer: { content: '{{/if}}' } };
    expect(await refused({ content: '<p></p>', settings })).toMatchObject({
      code: 'TEMPLATE_COMPILATION_ERROR',
      message: expect.stringContaining('footer'),
    });
  });

  test.each([
    ['content', { content: '' }],
    ['content', { content: 'x'.repeat(2_000_001) }],
    ['settings.format', { content: 'x', settings: { format: 'A9' } }],
    ['settings.margin', { content: 'x', settings: { margin: { left: 150, right: 150 } } }],
    ['settings.timeZone', { content: 'x', settings: { timeZone: 'Mars/Olympus' } }],
    ['templateData', { content: 'x', templateData: [] }],
  ])('with a wrong %s is refused by the name of that field', async (field, body) => {
    const { status, code, details } = await refused(body);
    expect([status, code]).toEqual([400, 'VALIDATION_ERROR']);
    expect(details).toEqual([expect.stringMatching(`^${field}`)]);
    expect(printed).toEqual([]);
  });

  test('that could not be printed is answered as generate would', async () => {
    expect(await refused({ content: 'crash' })).toMatchObject({ status: 502, code: 'PDF_GENERATION_FAILED' });
  });

  test("is held to the plan's limits", async () => {
    await operate('PATCH', `/workspaces/${member.workspaceId}`, { plan: 'scale' });
    await (await preview({ content: 'x'.repeat(2_000_001) })).arrayBuffer();
    expect(printed).toMatchObject([{ limits: { maxPdfBytes: 50_000_000 } }]);
  });
});

variation('previews that ran into their time limit again and again are printed one at a time', async () => {
  for (let sent = 0; sent < 3; sent += 1) expect((await preview({ content: 'endless' })).status).toBe(408);
  const running = preview({ content: 'slow' });
  await eventually(() => expect(printed.at(-1)?.job.html).toContain('slow'));
  const { status, code } = await refused({ content: '<p>x' });
  expect({ status, code }).toEqual({ status: 503, code: 'PRINTS_LIMITED' });
  printing.resolve();
  expect((await running).status).toBe(200);
  expect((await preview({ content: '<p>x' })).status).toBe(200);
});

variation(
  'the rate of previews is for each person: past it the answer says when to go on, and others go on',
  async () => {
    stopClock();
    const other = await invited(owner, 'member');
    const answers = [];
    for (let sent = 0; sent < 121; sent += 1) answers.push(await preview({ content: '' }));
    const last = answers.at(-1);
    expect(last?.status).toBe(429);
    expect(Number(last?.headers.get('Retry-After'))).toBeGreaterThan(0);
    const fresh = other.visitor.copy(createConsole(() => servicesOf({ renderer })));
    expect((await preview({ content: '<p></p>' }, fresh)).status).toBe(200);
  },
);
