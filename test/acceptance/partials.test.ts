import { createHash } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { openPdf } from '../print/support/pdf.ts';
import { inspectPdf } from '../support/pdf.ts';
import { type Code, expectGenerated, expectRefusal, send, Tenant } from '../support/service-client.ts';
import { variation } from '../support/thorough.ts';

let tenant: Tenant;
beforeAll(async () => {
  tenant = await Tenant.create({ plan: 'growth' });
});

const call = async (method: string, path: string, body?: object) => {
  const answer = await send(`/v1${path}`, {
    method,
    headers: { 'X-API-Key': tenant.key, 'Content-Type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });
  const isJson = answer.headers.get('Content-Type')?.includes('json') === true;
  return { ...answer, data: isJson ? JSON.parse(answer.text).data : null };
};

const put = async (name: string, content: string) => {
  expect((await call('PUT', `/partials/${name}`, { content })).status).toBe(200);
};

/** The text of a PDF, and what its first page looks like. */
async function print(body: object): Promise<{ text: string; look: string }> {
  const { data } = expectGenerated(await tenant.generate(body));
  const { bytes } = await send(data.url);
  const { data: pixels } = await (await openPdf(bytes)).pixels(1);
  const look = createHash('sha256').update(pixels).digest('hex');
  return { text: (await inspectPdf(bytes)).text, look };
}

describe('a template with partials', () => {
  test('prints the same text and pixels after its partial has changed, until it is published again', async () => {
    await put('layout', '<main style="color: #a00">{{> @partial-block}}</main>{{> footer from="ACME"}}');
    await put('footer', '<footer>Regards, {{from}}</footer>');
    const settings = { header: { content: '{{> brand}}' } };
    await put('brand', '<b>Brand {{name}}</b>');
    const content = '{{#> layout}}<h1>{{name}}</h1>{{/layout}}';
    const { data: template } = await call('POST', '/templates', { name: 'letter', content, settings });
    const templateData = { name: 'Ada' };
    const before = await print({ templateId: template.id, templateData });
    for (const piece of ['Ada', 'Regards, ACME', 'Brand Ada']) expect(before.text).toContain(piece);

    await put('footer', '<footer>Best wishes, {{from}}</footer>');
    await put('brand', '');
    expect(await print({ templateId: template.id, templateData })).toEqual(before);
    expect(await print({ templateId: `${template.id}@1`, templateData })).toEqual(before);

    const uses = await call('GET', '/partials/footer/uses');
    expect(uses.data).toMatchObject([{ name: 'letter', publishedPin: 1, latestPin: 1 }]);
    const again = await call('POST', `/templates/${template.id}/publish`, { version: 1, parts: 'current' });
    expect(again.data).toMatchObject({ version: 2, publishedVersion: 2 });
    const after = await print({ templateId: template.id, templateData });
    expect(after.text).toContain('Best wishes, ACME');
    expect(after.text).not.toContain('Brand');
    expect(await print({ templateId: `${template.id}@1`, templateData })).toEqual(before);
  });

  variation('is previewed with the partials that it has, or with the newest ones', async () => {
    await put('note', 'first');
    const { data: template } = await call('POST', '/templates', { name: 'note', content: '{{> note}}' });
    await put('note', 'second');
    const preview = async (body: object) => {
      const { bytes } = await call('POST', `/templates/${template.id}/preview`, body);
      return (await inspectPdf(bytes)).text;
    };
    expect(await preview({})).toContain('first');
    expect(await preview({ parts: 'current' })).toContain('second');
  });

  variation('is previewed with texts of partials that are not saved', async () => {
    await put('sender', 'saved {{> town}}');
    await put('town', 'Paris');
    const content = '{{> sender}}';
    const { data: template } = await call('POST', '/templates', { name: 'unsaved', content });
    const preview = (body: object) => call('POST', `/templates/${template.id}/preview`, body);
    const textOf = async (body: object) => (await inspectPdf((await preview(body)).bytes)).text;

    expect(await textOf({ partials: { sender: 'changed {{> town}}' } })).toContain('changed Paris');
    const calling = {
      partials: { town: 'Rome {{> street}}', street: 'Via {{name}}' },
      templateData: { name: 'Appia' },
    };
    expect(await textOf(calling)).toContain('saved Rome Via Appia');
    expect(await textOf({})).toContain('saved Paris');
    expect((await call('GET', '/partials/street')).status).toBe(404);

    const refused = async (body: object, code: Code) => expectRefusal(await preview(body), code);
    const cycle = await refused({ partials: { town: '{{> sender}}' } }, 'TEMPLATE_COMPILATION_ERROR');
    expect(cycle.message).toContain('sender → town → sender');
    const broken = await refused({ partials: { town: '{{#if' } }, 'TEMPLATE_COMPILATION_ERROR');
    expect(broken.message).toMatch(/^partial:town, line 1/);
    const large = await refused({ partials: { town: 'x'.repeat(2_000_001) } }, 'TEMPLATE_COMPILATION_ERROR');
    expect(large.message).toContain('more than 2000000 bytes');
    const wrong = await refused({ partials: { '9': 'a', town: 1 } }, 'VALIDATION_ERROR');
    expect(wrong.details).toEqual([
      'partials.9: must begin with a letter, and have only letters, digits, "-" and "_"',
      'partials.town: must be a string',
    ]);
    const pinned = await refused({ partials: {}, parts: 'pinned' }, 'VALIDATION_ERROR');
    expect(pinned.details).toEqual(['parts: must not be pinned together with partials']);
  });
});

describe('a request with its own text', () => {
  test('prints the newest partials, in Markdown too', async () => {
    await put('sign', '**{{who}}**');
    const markdown = await print({ markdown: 'Yours\n\n{{> sign}}', templateData: { who: 'A*da' } });
    expect(markdown.text).toMatch(/Yours A\*da/);
    const html = await print({ htmlContent: '<p>{{> sign}}', templateData: { who: 'Ada' } });
    expect(html.text).toContain('**Ada**');
  });

  test('is refused with the place and the chain of calls', async () => {
    await put('outer', 'x\n  {{> inner}}');
    await put('inner', '{{currency total "EUR"}}');
    const answer = await tenant.generate({ htmlContent: '{{> outer}}', templateData: { total: 'ten' } });
    const { message } = expectRefusal(answer, 'TEMPLATE_COMPILATION_ERROR');
    expect(message).toMatch(/^partial:inner, line 1, column 1: currency: .*templateData\.total/);
    const missing = await tenant.generate({ htmlContent: '{{> nowhere}}' });
    expect(expectRefusal(missing, 'TEMPLATE_COMPILATION_ERROR').message).toMatch(
      /nowhere could not be found/,
    );
  });
});

describe('a partial', () => {
  test('of 2 MB is refused, and one that calls itself', async () => {
    const large = await call('PUT', '/partials/large', { content: 'x'.repeat(2_000_000) });
    expect(expectRefusal(large, 'VALIDATION_ERROR').details?.[0]).toContain('content: is 2000000 bytes');
    await put('one', '{{> two}}');
    const cycle = await call('PUT', '/partials/two', { content: '{{> one}}' });
    expect(expectRefusal(cycle, 'TEMPLATE_COMPILATION_ERROR').message).toContain('(two → one → two)');
  });
});
