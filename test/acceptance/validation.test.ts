import { beforeAll, describe, expect, test } from 'vitest';
import { expectGenerated, expectRefusal, HELLO, Tenant } from '../support/service-client.ts';

let tenant: Tenant;
beforeAll(async () => {
  tenant = await Tenant.create({ plan: 'scale-enterprise' });
});

/** The `details` of a refused request. Each starts with the path of its field. */
async function problemsOf(body: unknown): Promise<string[]> {
  const { details } = expectRefusal(await tenant.generate(body), 'VALIDATION_ERROR');
  return details ?? [];
}

const withOptions = (options: unknown) => ({ ...HELLO, options });

describe('the source of the HTML', () => {
  test('is required', async () => {
    expect(await problemsOf({})).toEqual([expect.stringMatching(/htmlContent.*templateId/)]);
  });

  test('must be either htmlContent or templateId', async () => {
    expect(await problemsOf({ ...HELLO, templateId: 'tpl' })).toEqual([
      expect.stringMatching(/htmlContent.*templateId/),
    ]);
  });
});

describe('a body', () => {
  test.each([
    ['that is no JSON', '{"htmlContent": '],
    ['that is empty', ''],
  ])('%s is a VALIDATION_ERROR', async (_, body) => {
    const answer = await tenant.post(body, { 'Content-Type': 'application/json' });
    expect(expectRefusal(answer, 'VALIDATION_ERROR').details).toHaveLength(1);
  });

  test('without a content type is a VALIDATION_ERROR', async () => {
    // fetch sets no content type for a body of bytes.
    const answer = await tenant.post(new TextEncoder().encode(JSON.stringify(HELLO)));
    expectRefusal(answer, 'VALIDATION_ERROR');
  });

  test('may declare its charset', async () => {
    const answer = await tenant.post(JSON.stringify(HELLO), {
      'Content-Type': 'application/json; charset=utf-8',
    });
    expectGenerated(answer);
  });
});

describe('a wrong type', () => {
  test.each([
    ['htmlContent', { htmlContent: 1 }],
    ['htmlContent', { htmlContent: null }],
    ['templateId', { templateId: 1 }],
    ['templateId', { templateId: null }],
    ['templateData', { ...HELLO, templateData: [] }],
    ['templateData', { ...HELLO, templateData: 'name' }],
    ['templateData', { ...HELLO, templateData: null }],
    ['filename', { ...HELLO, filename: 1 }],
    ['filename', { ...HELLO, filename: null }],
    ['options', { ...HELLO, options: [] }],
    ['options', { ...HELLO, options: null }],
    ['options.format', withOptions({ format: 4 })],
    ['options.format', withOptions({ format: null })],
    ['options.orientation', withOptions({ orientation: true })],
    ['options.width', withOptions({ format: 'Custom', width: '100', height: 100 })],
    ['options.height', withOptions({ format: 'Custom', width: 100, height: null })],
    ['options.margin', withOptions({ margin: 10 })],
    ['options.margin', withOptions({ margin: null })],
    ['options.margin.top', withOptions({ margin: { top: '10' } })],
    ['options.margin.left', withOptions({ margin: { left: null } })],
    ['options.printBackground', withOptions({ printBackground: 'true' })],
    ['options.printBackground', withOptions({ printBackground: 1 })],
    ['options.header', withOptions({ header: '<p>Head</p>' })],
    ['options.header.enabled', withOptions({ header: { enabled: 'yes' } })],
    ['options.header.height', withOptions({ header: { height: '10mm' } })],
    ['options.footer.content', withOptions({ footer: { content: 1 } })],
    ['options.footer', withOptions({ footer: null })],
    ['options.footer', withOptions({ footer: [] })],
    [String.raw`options.footer\[1\].height`, withOptions({ footer: [{}, { height: '1' }] })],
    ['options.firstPageNumber', withOptions({ firstPageNumber: '5' })],
    ['options.outputName', withOptions({ outputName: 1 })],
    ['options.tagged', withOptions({ tagged: 'yes' })],
    ['options.outline', withOptions({ outline: 0 })],
    ['options.pageRanges', withOptions({ pageRanges: 1 })],
    ['options.scale', withOptions({ scale: '1' })],
    ['options.waitForSelector', withOptions({ waitForSelector: 1 })],
    ['options.waitFor', withOptions({ waitFor: '#ready' })],
    ['options.waitFor.delayMs', withOptions({ waitFor: { delayMs: '1s' } })],
    ['options.mediaType', withOptions({ mediaType: 1 })],
    ['options.forms', withOptions({ forms: 'yes' })],
    ['options.deviceScaleFactor', withOptions({ deviceScaleFactor: 3.1 })],
    ['options.deviceScaleFactor', withOptions({ deviceScaleFactor: 0.5 })],
    ['options.preferCssPageSize', withOptions({ preferCssPageSize: null })],
    ['options.skipFirstHeader', withOptions({ skipFirstHeader: 'no' })],
    ['options.skipFirstFooter', withOptions({ skipFirstFooter: 'no' })],
  ])('of %s is reported with its path (%j)', async (path, body) => {
    expect(await problemsOf(body)).toContainEqual(expect.stringMatching(new RegExp(`^${path}: `)));
  });
});

describe('a value out of bounds', () => {
  test.each([
    ['options.format', { format: 'A7' }],
    ['options.format', { format: 'a4' }],
    ['options.orientation', { orientation: 'sideways' }],
    ['options.mediaType', { mediaType: 'tv' }],
    ['options.margin.top', { margin: { top: -1 } }],
    ['options.margin.bottom', { margin: { bottom: 1000.5 } }],
    ['options.header.height', { header: { height: -1, content: 'x' } }],
    ['options.footer.height', { footer: { height: 1001, content: 'x' } }],
    [String.raw`options.footer\[0\].pages`, { footer: [{ pages: 'third', content: 'x' }] }],
    ['options.footer.pages', { footer: { pages: '5-2', content: 'x' } }],
    ['options.footer', { footer: Array.from({ length: 21 }, () => ({ content: 'x' })) }],
    ['options.firstPageNumber', { firstPageNumber: -1 }],
    ['options.firstPageNumber', { firstPageNumber: 1_000_000 }],
    ['options.width', { format: 'Custom', width: 9, height: 100 }],
    ['options.height', { format: 'Custom', width: 100, height: 5081 }],
    ['options.scale', { scale: 0.05 }],
    ['options.scale', { scale: 2.1 }],
    ['options.waitFor', { waitFor: {} }],
    ['options.waitFor', { waitFor: { timeoutMs: 1000 } }],
    ['options.waitFor.selector', { waitFor: { selector: '' } }],
    ['options.waitFor.visible', { waitFor: { expression: '1', visible: true } }],
    ['options.waitFor.expression', { waitFor: { expression: 'x'.repeat(2001) } }],
    ['options.waitFor.networkIdleMs', { waitFor: { networkIdleMs: 10_001 } }],
    ['options.waitFor.delayMs', { waitFor: { delayMs: 30_001 } }],
    ['options.waitFor.delayMs', { waitFor: { delayMs: 2000, timeoutMs: 1000 } }],
    ['options.waitFor.timeoutMs', { waitFor: { delayMs: 1, timeoutMs: 120_001 } }],
    ['options.pageRanges', { pageRanges: 'all' }],
    ['options.pageRanges', { pageRanges: '3-1' }],
    ['options.pageRanges', { pageRanges: '0' }],
  ])('of %s is reported with its path (%j)', async (path, options) => {
    expect(await problemsOf(withOptions(options))).toContainEqual(
      expect.stringMatching(new RegExp(`^${path}: `)),
    );
  });

  test('of a page range past the last page is reported', async () => {
    expect(await problemsOf(withOptions({ pageRanges: '2' }))).toEqual([
      expect.stringContaining('options.pageRanges'),
    ]);
  });

  test('of an invalid selector is reported', async () => {
    expect(await problemsOf(withOptions({ waitForSelector: '###' }))).toEqual([
      expect.stringContaining('options.waitForSelector'),
    ]);
  });

  test('of a selector that no element can match is reported', async () => {
    expect(await problemsOf(withOptions({ waitForSelector: 'p::before' }))).toEqual([
      'options.waitForSelector: selects a pseudo-element; select an element instead',
    ]);
  });
});

describe('several problems', () => {
  test('are reported together, one entry each', async () => {
    const problems = await problemsOf({
      filename: 1,
      options: { format: 'A9', margin: { top: -1 }, scale: 3 },
    });
    const paths = problems.map((problem) => problem.split(':')[0]).sort();
    expect(paths).toEqual([
      'filename',
      'htmlContent',
      'options.format',
      'options.margin.top',
      'options.scale',
    ]);
    expect(problems).toContain('options.margin.top: must be 0 or more');
  });
});

describe('a template', () => {
  test.each([
    ['a block that is never closed', '<p>{{#if a}}</p>'],
    ['an unknown locale', '{{currency 1 "EUR" locale="not a locale"}}'],
  ])('with %s is a TEMPLATE_COMPILATION_ERROR', async (_, htmlContent) => {
    const error = expectRefusal(await tenant.generate({ htmlContent }), 'TEMPLATE_COMPILATION_ERROR');
    expect(error.message).toMatch(/line 1/);
  });

  test.each(['header', 'footer'])('of a %s is checked too', async (band) => {
    const options = { [band]: { content: '{{#if}}' } };
    const error = expectRefusal(await tenant.generate(withOptions(options)), 'TEMPLATE_COMPILATION_ERROR');
    expect(error.message).toContain(band);
  });

  test('of an outputName is checked too', async () => {
    const answer = await tenant.generate(withOptions({ outputName: '{{#if}}' }));
    expect(expectRefusal(answer, 'TEMPLATE_COMPILATION_ERROR').message).toContain('outputName');
  });
});

describe('a document that navigates to another address', () => {
  test('before it is printed is reported and not charged', async () => {
    const spender = await Tenant.create();
    const htmlContent = '<p>before<script>location = "about:blank"</script><p>after';
    const error = expectRefusal(await spender.generate({ htmlContent }), 'VALIDATION_ERROR');
    expect(error.details).toEqual(['htmlContent: the document goes to another address before it is printed']);
    expect(await spender.quotaUsed()).toBe(0);
  });
});
