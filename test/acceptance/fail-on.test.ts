import { describe, expect, test } from 'vitest';
import { assemble } from '../support/assembling.ts';
import { acceptBatch, batchIn, rowsOf } from '../support/batches.ts';
import { accept, jobIn } from '../support/jobs.ts';
import { WITHOUT_GLYPH } from '../support/missing-glyph.ts';
import { expectGenerated, expectRefusal, send, Tenant } from '../support/service-client.ts';
import { variation } from '../support/thorough.ts';

const IMAGE = 'https://nohost.invalid/logo.png';
const LATEX = String.raw`<p>Formel: \frac{{a}}{b} und {{ vueVar }} und {{item.name}}</p>`;

const OF_LATEX = [
  'placeholders: html, line 1, column 19: The data has no "a".',
  'placeholders: html, line 1, column 33: The data has no "vueVar".',
  'placeholders: html, line 1, column 49: The data has no "item.name".',
];

const ALL = ['placeholders', 'resources', 'scripts', 'glyphs', 'overflow'];

/** Nothing is stored or charged. */
async function expectNothingMade(tenant: Tenant): Promise<void> {
  expect(await tenant.quotaUsed()).toBe(0);
  const files = await send('/v1/files', { headers: { 'X-API-Key': tenant.key } });
  expect(JSON.parse(files.text).data).toEqual([]);
}

describe('options.failOn', () => {
  test.each([
    ['PLACEHOLDERS_UNKNOWN', { htmlContent: LATEX }, OF_LATEX],
    [
      'RESOURCES_FAILED',
      { htmlContent: `<img src='${IMAGE}'><p>x</p>` },
      [expect.stringContaining(`resources: ${IMAGE}: `)],
    ],
    [
      'SCRIPTS_FAILED',
      { htmlContent: '<script>nothing()</script>x' },
      [expect.stringContaining('scripts: Uncaught ReferenceError')],
    ],
    ['GLYPHS_MISSING', { htmlContent: `<p>${WITHOUT_GLYPH}` }, [expect.stringContaining(WITHOUT_GLYPH)]],
    [
      'CONTENT_CUT',
      { htmlContent: 'x', header: '<div style="height: 40mm">' },
      [expect.stringContaining('overflow: The header is cut')],
    ],
    [
      'ACCESSIBILITY_FAILED',
      {
        htmlContent: '<html lang="en"><title>x</title><h1 id="a">a</h1><h3>b</h3>',
        kinds: ['accessibility'],
      },
      ['accessibility: `body > h3` has the level 3 after a heading of level 1. Do not skip a level.'],
    ],
    [
      'REFERENCES_UNPROVEN',
      {
        htmlContent:
          '<style>a::after { content: target-counter(attr(href), page) }</style><a href="#t">See </a><p id="t" hidden>t</p>',
        kinds: ['references'],
      },
      [expect.stringContaining('references: The element "#t" is on no page')],
    ],
  ] as const)(
    'makes %s of a damaged document, and nothing is made',
    async (code, { htmlContent, ...rest }, details) => {
      const tenant = await Tenant.create();
      const options = 'header' in rest ? { header: { content: rest.header } } : {};
      const failOn = 'kinds' in rest ? rest.kinds : ALL;
      const refused = await tenant.generate({ htmlContent, options: { ...options, failOn } });
      expect(expectRefusal(refused, code).details).toEqual(details);
      await expectNothingMade(tenant);
      expectGenerated(await tenant.generate({ htmlContent, options }));
    },
  );

  test('of a sound document changes nothing', async () => {
    const tenant = await Tenant.create();
    const body = {
      htmlContent: '<h1>{{title}}</h1>{{#if more}}{{more}}{{/if}}',
      templateData: { title: 'A' },
    };
    expectGenerated(await tenant.generate({ ...body, options: { failOn: ALL } }));
    expectRefusal(await tenant.generate({ ...body, options: { failOn: ['typos'] } }), 'VALIDATION_ERROR');
  });

  test('is a setting of a template, holds for jobs, and a request turns it off', async () => {
    const tenant = await Tenant.create();
    const { id: templateId } = await tenant.putTemplate('strict', LATEX, { failOn: ['placeholders'] });
    const { jobId } = await accept(tenant, { templateId });
    expect((await jobIn(tenant, jobId, 'failed')).error).toMatchObject({
      code: 'PLACEHOLDERS_UNKNOWN',
      details: OF_LATEX,
    });
    await expectNothingMade(tenant);
    expectGenerated(await tenant.generate({ templateId, options: { failOn: [] } }));
  });

  variation('fails the row of a batch alone', async () => {
    const tenant = await Tenant.create();
    const { id: templateId } = await tenant.putTemplate('row', '<p>{{name}}<img src="{{logo}}" alt="">');
    const logo = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7';
    const rows = [
      { externalId: 'good', templateData: { name: 'A', logo } },
      { externalId: 'nameless', templateData: { logo } },
      { externalId: 'without', templateData: { name: 'A', logo: IMAGE } },
    ];
    const options = { failOn: ['placeholders', 'resources'] };
    const { batchId } = await acceptBatch(tenant, { templateId, options, rows });
    await batchIn(tenant, batchId, 'completed');
    const ended = await rowsOf(tenant, batchId);
    expect(ended.map(({ externalId, state, error }) => [externalId, state, error?.code])).toEqual([
      ['good', 'succeeded', undefined],
      ['nameless', 'failed', 'PLACEHOLDERS_UNKNOWN'],
      ['without', 'failed', 'RESOURCES_FAILED'],
    ]);
    expect(await tenant.quotaUsed()).toBe(1);
  });

  variation("of a merge holds for its entries and its bands, and an entry's own comes first", async () => {
    const tenant = await Tenant.create();
    const broken = { htmlContent: `<img src='${IMAGE}'>` };
    const options = { failOn: ['resources', 'placeholders'] };
    const refused = await assemble(tenant, 'merge', { entries: [{ htmlContent: 'x' }, broken], options });
    const { message, details } = expectRefusal(refused, 'RESOURCES_FAILED');
    expect(message).toMatch(/^entries\[1\]: /);
    expect(details).toEqual([expect.stringContaining(IMAGE)]);
    const footer = { content: '{{nobody}}' };
    const entries = [{ htmlContent: 'x' }, { ...broken, options: { failOn: [] } }];
    expectRefusal(
      await assemble(tenant, 'merge', { entries, options: { ...options, footer } }),
      'PLACEHOLDERS_UNKNOWN',
    );
    await expectNothingMade(tenant);
    expectGenerated(await assemble(tenant, 'merge', { entries, options }));
  });
});

test('an image of the developer’s own machine is reported as not public', async () => {
  const tenant = await Tenant.create();
  const images = ['http://127.0.0.1:9391/404.png', 'https://localhost:9391/a.png', 'http://10.0.0.8/b.png'];
  const htmlContent = `${images.map((url) => `<img src="${url}">`).join('')}<p>Invoice`;
  const answer = await tenant.generate({ htmlContent, options: { report: true } });
  expectGenerated(answer);
  const { failedResources } = JSON.parse(answer.text).report;
  expect(failedResources).toHaveLength(3);
  for (const url of images)
    expect(failedResources).toContainEqual({ url, reason: 'is not a public address' });
});

test('the report lists the unknown names, without failOn', async () => {
  const tenant = await Tenant.create();
  const answer = await tenant.generate({ htmlContent: LATEX, options: { report: true } });
  expectGenerated(answer);
  expect(JSON.parse(answer.text).report.warnings).toEqual(
    OF_LATEX.map((detail) => ({
      code: 'EMPTY_PLACEHOLDER',
      message: detail.replace('placeholders: ', ''),
      field: 'htmlContent',
    })),
  );
});
