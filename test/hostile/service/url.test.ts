import { readFile } from 'node:fs/promises';
import { beforeAll, describe, expect, inject, test } from 'vitest';
import { LOOPBACK, PRIVATE, PRIVATE_NAMES, SPECIAL } from '../../support/addresses.ts';
import { expectGenerated, expectRefusal, send, Tenant } from '../../support/service-client.ts';
import { sendHtml, useWebPage } from '../../support/web-page.ts';
import { PRIVATE_HOST, rebindingHost, SECOND_HOST } from '../../support/world.ts';
import { inspectPdf } from '../../support/pdf.ts';

const HOSTS = [...LOOPBACK, ...PRIVATE, ...SPECIAL, ...PRIVATE_NAMES];

/** Each is a print. `npm run tool -- sweeps` redirects to all of them. */
const REDIRECT_TARGETS = process.env.ALL_ADDRESSES
  ? HOSTS
  : ['localhost', '127.0.0.1', '0x7f.1', '[::ffff:127.0.0.1]', '10.0.0.1', '169.254.169.254', PRIVATE_HOST];

const SECRETS = {
  headers: { Authorization: 'Bearer header-secret' },
  cookies: [{ name: 'session', value: 'cookie-secret' }],
};

const page = useWebPage();
const neighbour = useWebPage();

let tenant: Tenant;
beforeAll(async () => {
  tenant = await Tenant.create({ plan: 'scale-enterprise' });
});

/** Node writes headers in Latin-1. Browsers read the bytes of a `Location` as UTF-8. */
const toLocation = (url: string): string => Buffer.from(url).toString('latin1');

const refusedAt = async (url: string): Promise<readonly string[]> =>
  expectRefusal(await tenant.generate({ url, ...SECRETS }), 'VALIDATION_ERROR').details ?? [];

describe('a `url` of the private network', () => {
  test('is refused in every spelling', async () => {
    const port = new URL(neighbour.url('/')).port;
    const details = await Promise.all(HOSTS.map((host) => refusedAt(`http://${host}:${port}/`)));
    for (const [index, host] of HOSTS.entries()) {
      expect(details[index], host).toEqual([
        expect.stringMatching(/^url: must be (a public address|an absolute URL)$/),
      ]);
    }
    expect(neighbour.requests).toEqual([]);
  });

  test('is refused behind a public name', async () => {
    const details = await refusedAt(neighbour.url('/', PRIVATE_HOST));
    expect(details).toEqual(['url: must be a public address, and each redirect too']);
    expect(neighbour.requests).toEqual([]);
  });

  test('is refused after a redirect', async () => {
    const port = new URL(neighbour.url('/')).port;
    for (const host of REDIRECT_TARGETS) {
      page.answer = (_request, response) =>
        response.writeHead(302, { Location: toLocation(`http://${host}:${port}/redirected`) }).end();
      const details = await refusedAt(page.url('/'));
      expect(details, host).toEqual([expect.stringMatching(/^url: /)]);
    }
    expect(page.requests).toHaveLength(REDIRECT_TARGETS.length);
    expect(neighbour.requests).toEqual([]);
  });

  test('is refused when its name becomes private after the first request', async () => {
    const url = page.url('/first', rebindingHost(crypto.randomUUID()));
    page.answer = (_request, response) =>
      response.writeHead(302, { Location: '/second', Connection: 'close' }).end();
    expect(await refusedAt(url)).toEqual(['url: must be a public address, and each redirect too']);
    expect(page.requests.map((request) => request.url)).toEqual(['/first']);
  });

  test('is not reached by the page that is printed', async () => {
    const { port } = new URL(neighbour.url('/'));
    const html = ['127.0.0.1', 'localhost', PRIVATE_HOST]
      .map((host) => `http://${host}:${port}`)
      .map(
        (
          origin,
        ) => `<img src="${origin}/image"><script src="${origin}/script"></script><iframe src="${origin}/frame"></iframe>
        <script>fetch('${origin}/fetch', { mode: 'no-cors' }).catch(() => {})</script>`,
      );
    page.answer = (_request, response) => sendHtml(response, `<p>printed${html.join('')}`);
    const { text } = await tenant.print({ url: page.url('/') });
    expect(text).toContain('printed');
    expect(neighbour.requests).toEqual([]);
  });
});

test('headers and cookies arrive at their origin, at no second one, and in no log', async () => {
  const others = [neighbour.url('/x'), neighbour.url('/x', SECOND_HOST), page.url('/second', SECOND_HOST)];
  page.answer = ({ url = '' }, response) => {
    const [, target] = /^\/to\/(.*)$/.exec(url) ?? [];
    if (target) response.writeHead(307, { Location: decodeURIComponent(target) }).end();
    else if (url !== '/') response.writeHead(200, { 'Access-Control-Allow-Origin': '*' }).end();
    else {
      const all = others.flatMap((address) => [address, `/to/${encodeURIComponent(address)}`]);
      const parts = all.map(
        (
          address,
        ) => `<img src="${address}"><script src="${address}"></script><iframe src="${address}"></iframe>
        <script>fetch('${address}', { mode: 'no-cors', credentials: 'include' }).catch(() => {})</script>`,
      );
      sendHtml(response, `<p>printed<img src="/image">${parts.join('')}`);
    }
  };
  neighbour.answer = (_request, response) => response.writeHead(200).end();
  const options = { waitFor: { networkIdleMs: 300 }, report: true };
  const answer = expectGenerated(await tenant.generate({ url: page.url('/'), ...SECRETS, options }));
  expect((await inspectPdf((await send(answer.data.url)).bytes)).text).toContain('printed');
  const own = page.requests.filter(({ url }) => url === '/' || url === '/image');
  expect(own).toHaveLength(2);
  expect(own.map(({ headers }) => [headers.authorization, headers.cookie])).toEqual(
    own.map(() => ['Bearer header-secret', 'session=cookie-secret']),
  );
  const second = [...neighbour.requests, ...page.requests.filter(({ url }) => url === '/second')];
  expect(second.length).toBeGreaterThanOrEqual(3);
  expect(second.flatMap(({ rawHeaders }) => rawHeaders).join()).not.toContain('secret');
  expect(await readFile(inject('serviceLog'), 'utf8')).not.toMatch(/(header|cookie)-secret/);
});

test('errors do not repeat the values of headers and cookies', async () => {
  const wrong = {
    url: page.url('/'),
    headers: { Host: 'header-secret', 'X-A': 'header-secret\n', Cookie: 'header-secret' },
    cookies: [{ name: 'session', value: 'cookie-secret;' }],
  };
  const answer = await tenant.generate(wrong);
  expect(expectRefusal(answer, 'VALIDATION_ERROR').details).toEqual([
    'headers.Host: is set by the browser',
    'headers.X-A: must be the value of a header, without line breaks',
    'headers.Cookie: is set by `cookies`',
    expect.stringMatching(/^cookies\[0\]\.value: must be the value of a cookie/),
  ]);
  expect(answer.text).not.toContain('-secret');
});
