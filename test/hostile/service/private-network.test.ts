import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectGenerated, Tenant } from '../../support/service-client.ts';

const reached: string[] = [];
const neighbour = createServer((request, response) => {
  reached.push(request.url ?? '');
  response.writeHead(200, { 'Access-Control-Allow-Origin': '*' }).end('secret');
});
beforeAll(async () => {
  neighbour.listen(0, '127.0.0.1');
  await once(neighbour, 'listening');
});
afterAll(() => {
  neighbour.close();
});

test('a page cannot reach a server on the machine that prints it, and is still printed', async () => {
  const tenant = await Tenant.create();
  const { port } = neighbour.address() as AddressInfo;
  const htmlContent = ['127.0.0.1', 'localhost', '[::ffff:127.0.0.1]', '0x7f.1']
    .map((host) => `http://${host}:${port}`)
    .map(
      (origin) => `<img src="${origin}/image"><link rel="stylesheet" href="${origin}/style">
        <iframe src="${origin}/frame"></iframe><script src="${origin}/script"></script>
        <script>fetch('${origin}/fetch').then((answer) => answer.text()).then((text) => document.write(text))</script>`,
    )
    .join('');
  const { pages, text } = await tenant.print({ htmlContent: `<p>printed</p>${htmlContent}` });
  expect([pages.length, text]).toEqual([1, expect.stringContaining('printed')]);
  expect(text).not.toContain('secret');
  expect(reached).toEqual([]);
  expectGenerated(await tenant.generate({ htmlContent: '<p>next' }));
});
