import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createLocalWorkspace } from '../../scripts/local/local-workspace.ts';
import { type Service, startService } from '../../scripts/local/service.ts';
import { checkedFetch } from '../support/checked-fetch.ts';

const HTML = '<title>Letter</title><h1>Hello</h1>';

interface Received {
  readonly path: string;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: string;
}

/** What an operator can set for clients of Gotenberg: a key for requests that have none, and a Gotenberg for office documents. */
describe('a service with an open key and a Gotenberg for office documents', () => {
  const received: Received[] = [];
  let folder: string;
  let office: Server;
  let service: Service;
  let officeStatus = 200;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'platen-gotenberg-operator-'));
    const answerOffice = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
      const body = (await buffer(request)).toString('latin1');
      received.push({ path: request.url ?? '', headers: request.headers, body });
      const isMade = officeStatus === 200;
      response.writeHead(officeStatus, {
        'Content-Type': isMade ? 'application/pdf' : 'text/plain',
        'Content-Disposition': 'attachment; filename=letter.pdf',
      });
      response.end(isMade ? '%PDF-office' : 'no such format');
    };
    office = createServer((request, response) => void answerOffice(request, response));
    await new Promise<void>((resolve) => {
      office.listen(0, '127.0.0.1', resolve);
    });
    const stateDir = join(folder, 'state');
    const first = await startService({ stateDir, port: 0 });
    const { key } = await createLocalWorkspace(first, 'Open');
    await first.stop();
    service = await startService({
      stateDir,
      port: 0,
      vars: {
        GOTENBERG_OPEN_KEY: key,
        GOTENBERG_URL: `http://127.0.0.1:${(office.address() as AddressInfo).port}`,
      },
    });
  });

  afterAll(async () => {
    await service.stop();
    office.closeAllConnections();
    office.close();
    await rm(folder, { recursive: true, force: true });
  });

  /** In one piece: the service may refuse a form before it has all of it, and closes the connection then. */
  async function post(
    path: string,
    file: string,
    text: string,
    given: Readonly<Record<string, string>> = {},
  ) {
    const form = new FormData();
    form.append('files', new Blob([text]), file);
    const encoded = new Response(form);
    const headers = { ...given, 'Content-Type': encoded.headers.get('Content-Type') ?? '' };
    const body = await encoded.bytes();
    return checkedFetch(`${service.url}/forms/${path}`, { method: 'POST', body, headers });
  }

  test('prints without a key, and does not take a wrong one for none', async () => {
    const answer = await post('chromium/convert/html', 'index.html', HTML);
    expect([answer.status, (await answer.text()).slice(0, 5)]).toEqual([200, '%PDF-']);
    const wrong: Readonly<Record<string, string>>[] = [
      { 'X-API-Key': 'pk_live_wrong' },
      { Authorization: 'Bearer pk_live_wrong' },
    ];
    for (const headers of wrong)
      expect((await post('chromium/convert/html', 'index.html', HTML, headers)).status).toBe(401);
  });

  test('opens no other route by that key', async () => {
    const headers = { 'Content-Type': 'application/json' };
    const body = JSON.stringify({ htmlContent: HTML });
    const answer = await checkedFetch(`${service.url}/v1/pdf/generate`, { method: 'POST', headers, body });
    expect(answer.status).toBe(401);
  });

  test('sends an office document on, without the key, and answers what comes back', async () => {
    const basic = { Authorization: `Basic ${btoa('any:wrong')}`, 'Gotenberg-Trace': 'office' };
    expect((await post('libreoffice/convert', 'letter.docx', 'WORD', basic)).status).toBe(401);
    expect(received).toEqual([]);
    const answer = await post('libreoffice/convert', 'letter.docx', 'WORD', {
      'Gotenberg-Trace': 'office',
      Cookie: 'session=x',
    });
    expect([answer.status, await answer.text()]).toEqual([200, '%PDF-office']);
    expect(answer.headers.get('Content-Disposition')).toBe('attachment; filename=letter.pdf');
    const [call] = received;
    expect([call?.path, call?.headers['gotenberg-trace']]).toEqual(['/forms/libreoffice/convert', 'office']);
    expect(call?.body).toMatch(/filename="letter\.docx"[\s\S]*WORD/);
    for (const name of ['x-api-key', 'authorization', 'cookie'])
      expect(call?.headers).not.toHaveProperty(name);
  });

  test('answers its errors too, and refuses a webhook that it would send', async () => {
    officeStatus = 400;
    const answer = await post('libreoffice/convert', 'letter.xyz', 'X');
    expect([answer.status, await answer.text()]).toEqual([400, 'no such format']);
    const calls = received.length;
    const hooked = await post('libreoffice/convert', 'letter.docx', 'X', {
      'Gotenberg-Webhook-Url': 'https://example.com/',
    });
    expect([hooked.status, await hooked.text()]).toEqual([400, expect.stringContaining('Webhooks')]);
    expect(received).toHaveLength(calls);
  });

  test('says that it is busy when that Gotenberg does not answer', async () => {
    office.closeAllConnections();
    await new Promise((resolve) => {
      office.close(resolve);
    });
    const answer = await post('libreoffice/convert', 'letter.docx', 'X');
    expect([answer.status, answer.headers.get('Content-Type')]).toEqual([503, 'text/plain; charset=UTF-8']);
  });
});
