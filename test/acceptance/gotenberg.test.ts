import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inProject } from '../../scripts/project.ts';
import { eventually } from '../support/eventually.ts';
import { inspectPdf } from '../support/pdf.ts';
import { Receiver } from '../support/receiver.ts';
import { send, Tenant } from '../support/service-client.ts';
import { solidPng } from '../support/solid-png.ts';
import { typical } from '../support/thorough.ts';
import { useWebPage } from '../support/web-page.ts';

const THREE_PAGES = await readFile(inProject('packages/pdf/test/fixtures/three-pages.pdf'));

/** Names of files begin with a slash, and stand for their content. */
type Parts = readonly (readonly [name: string, value: string | Uint8Array<ArrayBuffer>])[];

async function post(path: string, parts: Parts, headers: Readonly<Record<string, string>>) {
  const form = new FormData();
  for (const [name, value] of parts) {
    if (typeof value === 'string' && !name.startsWith('/')) form.append(name, value);
    else form.append('files', new Blob([value]), name.slice(1));
  }
  const encoded = new Response(form);
  return send(`/forms/${path}`, {
    method: 'POST',
    headers: { 'Content-Type': encoded.headers.get('Content-Type') ?? '', ...headers },
    body: Buffer.from(await encoded.arrayBuffer()),
  });
}

const keyOf = ({ key }: Tenant) => ({ 'X-API-Key': key });

const textsOf = async (bytes: Uint8Array): Promise<string[]> =>
  (await inspectPdf(bytes)).pages.map(({ text }) => text);

const PDF = new Uint8Array(THREE_PAGES);
const HTML = '<title>Letter</title><h1>Hello {{name}}</h1>';

describe('the routes of Gotenberg for Chromium', () => {
  test('print HTML with its files, in inches, and charge as a generation', async () => {
    const tenant = await Tenant.create();
    const answer = await post(
      'chromium/convert/html',
      [
        ['/index.html', `${HTML}<link rel=stylesheet href=style.css><img src="dot.png">`],
        ['/style.css', 'h1 { background: url("dot.png"); text-transform: uppercase }'],
        ['/dot.png', solidPng('#c00')],
        ['/header.html', '<p>{{kept}} <span class="pageNumber"></span>/<span class="totalPages"></span></p>'],
        ['paperWidth', '4'],
        ['paperHeight', '10cm'],
        ['marginTop', '1in'],
        ['landscape', 'false'],
        ['paperHieght', '3'],
      ],
      { ...keyOf(tenant), 'Gotenberg-Output-Filename': '../letter', 'Gotenberg-Trace': 'my-trace' },
    );
    expect(answer.status, answer.text).toBe(200);
    expect(answer.headers.get('Content-Disposition')).toContain('attachment; filename="letter.pdf"');
    expect(answer.headers.get('Gotenberg-Trace')).toBe('my-trace');
    expect(answer.headers.get('Platen-Ignored-Fields')).toBe('paperHieght');
    const { pages } = await inspectPdf(answer.bytes);
    expect(pages).toHaveLength(1);
    expect(pages[0]?.text).toContain('{{kept}} 1/1');
    expect(pages[0]?.text).toContain('HELLO {{NAME}}');
    expect(pages[0]?.widthMm).toBeCloseTo(101.6, 0);
    expect(pages[0]?.heightMm).toBeCloseTo(100, 0);
    expect(answer.bytes.length).toBeGreaterThan(1_000);
    expect(await tenant.quotaUsed()).toBe(1);
  });

  test('print Markdown where the document names it, and say which file is missing', async () => {
    const headers = keyOf(await Tenant.create());
    const index = ['/index.html', '<body>{{ toHTML "a.md" }}{{ toHTML "b.md" }}'] as const;
    const files = [index, ['/a.md', '# One']] as const;
    const printed = await post('chromium/convert/markdown', [...files, ['/b.md', '*Two*']], headers);
    expect((await textsOf(printed.bytes))[0]).toMatch(/One.*Two/s);
    const missing = await post('chromium/convert/markdown', files, headers);
    expect([missing.status, missing.text]).toEqual([400, "Markdown file(s) not found: 'b.md'"]);
  });

  test('split what they print into an archive, and charge each file', async () => {
    const tenant = await Tenant.create();
    const pages = ['one', 'two', 'three'].map((text) => `<p style="break-after: page">${text}</p>`).join('');
    const answer = await post(
      'chromium/convert/html',
      [
        ['/index.html', pages],
        ['splitMode', 'pages'],
        ['splitSpan', '1,3'],
      ],
      { ...keyOf(tenant), 'Gotenberg-Output-Filename': 'parts' },
    );
    expect(answer.headers.get('Content-Type'), answer.text.slice(0, 200)).toBe('application/zip');
    expect(answer.text).toContain('parts_0.pdf');
    expect(answer.text).toContain('parts_1.pdf');
    expect(await tenant.quotaUsed()).toBe(2);
  });

  test('make pictures, and name a selector that nothing matches', async () => {
    const headers = keyOf(await Tenant.create());
    const index = ['/index.html', '<p id="a" style="width: 30px; height: 20px">a</p>'] as const;
    const picture = await post('chromium/screenshot/html', [index, ['selector', '#a']], headers);
    const png = Buffer.from(picture.bytes);
    expect([picture.headers.get('Content-Type'), png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([
      'image/png',
      30,
      20,
    ]);
    const none = await post('chromium/screenshot/html', [index, ['selector', '#b']], headers);
    expect([none.status, none.text]).toEqual([
      400,
      "The selector '#b' (selector) matched no element with a visible box",
    ]);
  });

  test.each([
    [
      'landscape',
      'foo',
      `Invalid form data: form field 'landscape' is invalid (got 'foo', resulting to strconv.ParseBool: parsing "foo": invalid syntax)`,
    ],
    ['omitBackground', 'true', 'omitBackground requires printBackground set to true'],
    ['nativePageRanges', 'foo', "Chromium does not handle the page ranges 'foo' (nativePageRanges) syntax"],
    ['nativePageRanges', '2-3', "The page ranges '2-3' (nativePageRanges) exceeds the page count"],
    [
      'pdfa',
      'PDF/A-1a',
      'The requested PDF format is not supported, or no PDF engine could apply it. Valid formats include PDF/A-1b, PDF/A-2b, PDF/A-3b, and PDF/UA.',
    ],
    [
      'stages',
      '[{"op":"encrypt"}]',
      "Invalid form data: form field 'stages' is of Gotenberg 9; these routes have the fields of version 8",
    ],
    ['stampSource', 'pdf', 'Invalid form data: a stamp file is required for image or pdf source'],
  ])('refuse %s=%s as Gotenberg does, and charge nothing', async (field, value, message) => {
    const tenant = await Tenant.create();
    const answer = await post(
      'chromium/convert/html',
      [
        ['/index.html', HTML],
        [field, value],
      ],
      keyOf(tenant),
    );
    expect([answer.status, answer.text, answer.headers.get('Content-Type')]).toEqual([
      400,
      message,
      'text/plain; charset=UTF-8',
    ]);
    expect(await tenant.quotaUsed()).toBe(0);
  });

  test('fail on errors of scripts with 409 if the form asks for it', async () => {
    const answer = await post(
      'chromium/convert/html',
      [
        ['/index.html', '<script>throw new Error("Broken")</script>'],
        ['failOnConsoleExceptions', 'true'],
      ],
      keyOf(await Tenant.create()),
    );
    expect(answer.status).toBe(409);
    expect(answer.text).toMatch(/^Chromium console exceptions:\n.*Broken/s);
  });
});

describe('a page at an address', () => {
  const page = useWebPage();

  test('gets the cookies of its host and the headers, and its status is checked', async () => {
    const headers = keyOf(await Tenant.create());
    const url = page.url('/');
    const { hostname } = new URL(url);
    const cookies = [
      { name: 'own', value: '1', domain: hostname },
      { name: 'other', value: '2', domain: 'example.com' },
    ];
    const printed = await post(
      'chromium/convert/url',
      [
        ['url', url],
        ['cookies', JSON.stringify(cookies)],
        ['userAgent', 'Door/1'],
        ['extraHttpHeaders', '{"X-Foo":"bar"}'],
      ],
      headers,
    );
    expect(printed.status, printed.text.slice(0, 300)).toBe(200);
    expect(page.requests[0]?.headers).toMatchObject({
      cookie: 'own=1',
      'x-foo': 'bar',
      'user-agent': 'Door/1',
    });
    page.answer = (_, response) => response.writeHead(404, { 'Content-Type': 'text/html' }).end('none');
    const missing = await post('chromium/convert/url', [['url', url]], headers);
    expect([missing.status, missing.text]).toEqual([
      409,
      'Invalid HTTP status code from the main page: 404: Not Found',
    ]);
  });

  test('fails on the statuses of resources that the form names, and on no others', async () => {
    const headers = keyOf(await Tenant.create());
    page.answer = ({ url = '' }, response) =>
      response
        .writeHead(url === '/' ? 200 : Number(url.slice(1, 4)), { 'Content-Type': 'text/html' })
        .end('<img src="/404.png">');
    const ask = (statuses: string, ignored = '[]') =>
      post(
        'chromium/convert/url',
        [
          ['url', page.url('/')],
          ['failOnResourceHttpStatusCodes', statuses],
          ['ignoreResourceHttpStatusDomains', ignored],
        ],
        headers,
      );
    const failed = await ask('[499]');
    expect([failed.status, failed.text]).toEqual([
      409,
      `Invalid HTTP status code from resources:\n${page.url('/404.png')} - 404: Not Found`,
    ]);
    expect((await ask('[599]')).status).toBe(200);
    expect((await ask('[499]', `["${new URL(page.url('/')).hostname}"]`)).status).toBe(200);
  });

  test('is no file', async () => {
    const answer = await post(
      'chromium/convert/url',
      [['url', 'file:///etc/passwd']],
      keyOf(await Tenant.create()),
    );
    expect([answer.status, answer.text]).toEqual([
      400,
      expect.stringContaining('file:// URLs are not accepted'),
    ]);
  });
});

describe('the routes of Gotenberg for PDFs', () => {
  test('merge, with the bookmarks of the form, and charge one credit', async () => {
    const tenant = await Tenant.create();
    const merged = await post(
      'pdfengines/merge',
      [
        ['/10.pdf', PDF],
        ['/2.pdf', PDF],
        ['bookmarks', '{"2.pdf":[{"title":"Two","page":1}],"10.pdf":[{"title":"Ten","page":2}]}'],
        ['metadata', '{"Title":"{{both}}","Copyright":"Acme","CreateDate":"2006-09-18T16:27:50-04:00"}'],
      ],
      keyOf(tenant),
    );
    expect(merged.status, merged.text.slice(0, 300)).toBe(200);
    expect(await textsOf(merged.bytes)).toHaveLength(6);
    expect(await tenant.quotaUsed()).toBe(1);
    const file = ['/merged.pdf', merged.bytes.slice()] as const;
    const bookmarks = await post('pdfengines/bookmarks/read', [file], keyOf(tenant));
    expect(JSON.parse(bookmarks.text)).toEqual({
      'merged.pdf': [
        { title: 'Two', page: 1 },
        { title: 'Ten', page: 5 },
      ],
    });
    const metadata = await post('pdfengines/metadata/read', [file], keyOf(tenant));
    expect(JSON.parse(metadata.text)).toMatchObject({
      'merged.pdf': { Title: '{{both}}', Copyright: 'Acme', CreateDate: '2006:09:18 16:27:50-04:00' },
    });
    expect(await tenant.quotaUsed()).toBe(1);
  });

  test('turn, mark and encrypt pages', async () => {
    const headers = keyOf(await Tenant.create());
    const turned = await post(
      'pdfengines/rotate',
      [
        ['/a.pdf', PDF],
        ['rotateAngle', '90'],
        ['rotatePages', '2'],
      ],
      headers,
    );
    expect(
      Buffer.from(turned.bytes)
        .toString('latin1')
        .match(/\/Rotate 90/g),
    ).toHaveLength(1);
    const stamped = await post(
      'pdfengines/stamp',
      [
        ['/a.pdf', PDF],
        ['stampSource', 'text'],
        ['stampExpression', 'FIRST {{x}}'],
        ['stampPages', '1'],
        ['stampOptions', '{"rot":"0","position":"tl"}'],
        ['stampSource', 'text'],
        ['stampExpression', 'SECOND'],
      ],
      headers,
    );
    const texts = await textsOf(stamped.bytes);
    expect(texts[0]).toMatch(/FIRST \{\{x\}\}.*SECOND/s);
    expect(texts[1]).not.toContain('FIRST');
    expect(stamped.headers.get('Platen-Ignored-Fields')).toBe('stampOptions.position');
    const closed = await post(
      'pdfengines/encrypt',
      [
        ['/a.pdf', PDF],
        ['userPassword', 'open'],
      ],
      headers,
    );
    expect(Buffer.from(closed.bytes).toString('latin1')).toContain('/Encrypt');
    const again = await post('pdfengines/flatten', [['/a.pdf', closed.bytes.slice()]], headers);
    expect([again.status, again.text]).toEqual([400, expect.stringContaining('encrypted')]);
  });

  test.each(typical(['merge', 'split', 'flatten', 'metadata/read', 'bookmarks/write', 'encrypt'], 3))(
    '%s without a PDF says so',
    async (route) => {
      const answer = await post(`pdfengines/${route}`, [['flatten', 'true']], keyOf(await Tenant.create()));
      expect([answer.status, answer.text]).toEqual([
        400,
        expect.stringContaining('no form file found for extensions: [.pdf]'),
      ]);
    },
  );
});

describe('who may come in', () => {
  test('a key is in X-API-Key, in Authorization, or the password of basic auth', async () => {
    const { key } = await Tenant.create();
    const basic = `Basic ${Buffer.from(`anyone:${key}`).toString('base64')}`;
    const ways: Readonly<Record<string, string>>[] = [
      { 'X-API-Key': key },
      { Authorization: `Bearer ${key}` },
      { Authorization: basic },
    ];
    for (const headers of ways) {
      const answer = await post('pdfengines/metadata/read', [['/a.pdf', PDF]], headers);
      expect(answer.status, answer.text).toBe(200);
    }
  });

  test('without a key, with a wrong one, or with one that may not print, nothing is read', async () => {
    const none = await post('chromium/convert/html', [['/index.html', HTML]], {});
    expect([none.status, none.headers.get('WWW-Authenticate')]).toEqual([
      401,
      'Basic realm="Platen", charset="UTF-8"',
    ]);
    const reader = await Tenant.create({ permissions: ['pdf.read'] });
    const refused = await post('chromium/convert/html', [['/index.html', HTML]], keyOf(reader));
    expect([refused.status, refused.text]).toEqual([403, expect.stringContaining('pdf.generate')]);
    expect(refused.headers.get('Content-Type')).toBe('text/plain; charset=UTF-8');
  });

  test('office documents and unknown routes are not found, with a sentence', async () => {
    const headers = keyOf(await Tenant.create());
    const office = await post('libreoffice/convert', [['/a.docx', 'x']], headers);
    expect([office.status, office.text]).toEqual([404, expect.stringContaining('GOTENBERG_URL')]);
    expect((await post('nothing', [], headers)).status).toBe(404);
    const nine = await post('pdf/merge', [], headers);
    expect([nine.status, nine.text]).toEqual([404, expect.stringContaining('Gotenberg 9')]);
  });

  test('version and health need no key, and metrics do', async () => {
    expect((await send('/version')).text).toMatch(/^8\.\d+\.\d+$/);
    expect(JSON.parse((await send('/health')).text)).toMatchObject({ status: 'up' });
    expect((await send('/prometheus/metrics')).status).toBe(401);
    const tenant = await Tenant.create();
    const metrics = await send('/prometheus/metrics', { headers: keyOf(tenant) });
    expect(metrics.text).toContain('platen_');
  });
});

describe('a webhook of a request', () => {
  let receiver: Receiver;

  beforeAll(async () => {
    receiver = await Receiver.start();
  });

  afterAll(() => receiver.stop());

  const hooked = (tenant: Tenant) => ({
    ...keyOf(tenant),
    'Gotenberg-Webhook-Url': `${receiver.url}/webhook`,
    'Gotenberg-Webhook-Events-Url': `${receiver.url}/events`,
    'Gotenberg-Webhook-Error-Url': `${receiver.url}/error`,
    'Gotenberg-Webhook-Extra-Http-Headers': '{"X-Foo":"bar"}',
    'Gotenberg-Output-Filename': 'sent',
    'Gotenberg-Trace': 'hooked',
  });

  test('goes to hosts of the webhooks of the workspace only', async () => {
    const tenant = await Tenant.create();
    const answer = await post('pdfengines/flatten', [['/a.pdf', PDF]], hooked(tenant));
    expect([answer.status, answer.text]).toEqual([400, expect.stringContaining('Create a webhook')]);
    expect(await tenant.quotaUsed()).toBe(0);
  });

  test('gets the file, or the error in JSON', async () => {
    const tenant = await Tenant.create();
    await send('/v1/webhooks', {
      method: 'POST',
      headers: { ...keyOf(tenant), 'Content-Type': 'application/json' },
      body: JSON.stringify({ url: `${receiver.url}/registered`, events: ['file.deleted'] }),
    });
    const accepted = await post('pdfengines/flatten', [['/a.pdf', PDF]], hooked(tenant));
    expect([accepted.status, accepted.text]).toEqual([204, '']);
    const event = await eventually(() => {
      const found = receiver.received.find(({ path }) => path.endsWith('/events'));
      expect(found).toBeDefined();
      return found;
    });
    expect(JSON.parse(event?.body ?? '')).toMatchObject({
      event: 'webhook.success',
      correlationId: 'hooked',
    });
    const file = receiver.received.find(({ path }) => path.endsWith('/webhook'));
    expect(file?.headers).toMatchObject({
      'content-type': 'application/pdf',
      'gotenberg-trace': 'hooked',
      'x-foo': 'bar',
      'content-disposition': expect.stringContaining('sent.pdf'),
    });
    await post('pdfengines/flatten', [['/a.pdf', 'no PDF']], hooked(tenant));
    const error = await eventually(() => {
      const found = receiver.received.find(({ path }) => path.endsWith('/error'));
      expect(found).toBeDefined();
      return found;
    });
    expect(JSON.parse(error?.body ?? '')).toMatchObject({
      status: 400,
      message: expect.stringContaining('a.pdf'),
    });
  });
});
