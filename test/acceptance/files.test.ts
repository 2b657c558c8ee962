import { beforeAll, describe, expect, test } from 'vitest';
import type { Answer } from '../support/answer.ts';
import {
  expectGenerated,
  expectRefusal,
  type Generated,
  HELLO,
  send,
  Tenant,
} from '../support/service-client.ts';

let file: Generated['data'];
let whole: Answer;
let tenant: Tenant;
beforeAll(async () => {
  tenant = await Tenant.create();
  file = expectGenerated(await tenant.generate({ ...HELLO, filename: 'Übersicht 2026 "neu"' })).data;
  whole = await send(file.url);
});

const ADDRESSES = ['url', 'signedUrl'] as const;

describe.each(ADDRESSES)('the %s of a file', (address) => {
  test('serves the PDF without a key', async () => {
    const answer = await send(file[address]);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('application/pdf');
    expect(answer.headers.get('content-length')).toBe(String(file.size));
    expect(answer.headers.get('accept-ranges')).toBe('bytes');
    expect(answer.bytes.length).toBe(file.size);
    expect(new TextDecoder().decode(answer.bytes.subarray(0, 5))).toBe('%PDF-');
  });

  test('has the filename in its headers, including non-ASCII letters', async () => {
    const disposition = (await send(file[address])).headers.get('content-disposition') ?? '';
    expect(disposition).toContain("filename*=UTF-8''%C3%9Cbersicht%202026%20%22neu%22.pdf");
    // For clients that do not support filename*.
    expect(disposition).toMatch(/filename="[ -!#-~]+\.pdf"/);
  });

  test('answers HEAD with the same headers and no body', async () => {
    const answer = await send(file[address], { method: 'HEAD' });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-length')).toBe(String(file.size));
    expect(answer.headers.get('etag')).toBe(whole.headers.get('etag'));
    expect(answer.bytes).toHaveLength(0);
  });

  // `byte-range.test.ts` has the other forms of a range.
  test('serves a range of bytes, and the whole file for an invalid range', async () => {
    const answer = await send(file[address], { headers: { Range: 'bytes=-50' } });
    expect([answer.status, answer.bytes]).toEqual([206, whole.bytes.slice(-50)]);
    expect(answer.headers.get('content-length')).toBe('50');
    expect(answer.headers.get('content-range')).toBe(`bytes ${file.size - 50}-${file.size - 1}/${file.size}`);
    const invalid = await send(file[address], { headers: { Range: 'pages=1-2' } });
    expect([invalid.status, invalid.bytes.length]).toEqual([200, file.size]);
  });

  test('answers 416 to a range past the end', async () => {
    const answer = await send(file[address], { headers: { Range: `bytes=${file.size}-` } });
    expect(answer.status).toBe(416);
    expect(answer.headers.get('content-range')).toBe(`bytes */${file.size}`);
  });

  test('answers 304 to a client that has the current file', async () => {
    const etag = whole.headers.get('etag') ?? '';
    expect(etag).toMatch(/^(W\/)?"\S+"$/);
    const answer = await send(file[address], { headers: { 'If-None-Match': etag } });
    expect(answer.status).toBe(304);
    expect(answer.bytes).toHaveLength(0);
    expect((await send(file[address], { headers: { 'If-None-Match': '"other"' } })).status).toBe(200);
  });
});

describe('a permanent address', () => {
  test('is NOT_FOUND when its secret part is guessed', async () => {
    const guess = file.url.replace(/.(?=\.pdf$)/, (last) => (last === 'x' ? 'y' : 'x'));
    expect(guess).not.toBe(file.url);
    expectRefusal(await send(guess), 'FILE_NOT_FOUND');
  });

  test('cannot be derived from the id of the file', () => {
    const secret = new URL(file.url).pathname.replaceAll(file.fileId, '').replaceAll(/[^A-Za-z0-9]/g, '');
    expect(secret.length).toBeGreaterThanOrEqual(22);
  });
});

function tampered(change: (url: URL) => void): string {
  const url = new URL(file.signedUrl);
  change(url);
  return url.href;
}

describe('a signed address', () => {
  test('is SIGNATURE_INVALID when its signature is changed', async () => {
    const href = file.signedUrl.replace(/(?<=signature=)./, (first) => (first === 'A' ? 'B' : 'A'));
    expect(href).not.toBe(file.signedUrl);
    expectRefusal(await send(href), 'SIGNATURE_INVALID');
  });

  test('is SIGNATURE_INVALID when one of its parameters is changed or missing', async () => {
    for (const name of new URL(file.signedUrl).searchParams.keys()) {
      const longer = tampered((url) => url.searchParams.set(name, `${url.searchParams.get(name)}0`));
      expectRefusal(await send(longer), 'SIGNATURE_INVALID');
      expectRefusal(await send(tampered((url) => url.searchParams.delete(name))), 'SIGNATURE_INVALID');
    }
  });

  test('is SIGNATURE_INVALID for another file, even one that does not exist', async () => {
    const other = `file_${'A'.repeat(22)}`;
    expect(file.signedUrl).toContain(file.fileId);
    expectRefusal(await send(file.signedUrl.replace(file.fileId, other)), 'SIGNATURE_INVALID');
  });
});

describe('the content of a file, requested with a key', () => {
  const ask = (headers: Readonly<Record<string, string>> = {}, method = 'GET'): Promise<Answer> =>
    send(`/v1/files/${file.fileId}/content`, { method, headers: { 'X-API-Key': tenant.key, ...headers } });

  test('is the same as at its permanent address, whole or in part', async () => {
    expect((await ask()).bytes).toEqual(whole.bytes);
    const part = await ask({ Range: 'bytes=100-199' });
    expect([part.status, part.headers.get('content-range')]).toEqual([206, `bytes 100-199/${file.size}`]);
    expect(part.bytes).toEqual(whole.bytes.subarray(100, 200));
    const head = await ask({}, 'HEAD');
    expect([head.status, head.bytes.length]).toEqual([200, 0]);
  });

  test('is not sent to a client that has the current file', async () => {
    const answer = await ask({ 'If-None-Match': whole.headers.get('etag') ?? '' });
    expect([answer.status, answer.bytes.length]).toEqual([304, 0]);
  });

  test('answers 416 to a range past the end', async () => {
    const answer = await ask({ Range: `bytes=${file.size}-` });
    expect(answer.status).toBe(416);
    expect(JSON.parse(answer.text)).toMatchObject({ error: { code: 'RANGE_NOT_SATISFIABLE' } });
    expect(answer.headers.get('content-range')).toBe(`bytes */${file.size}`);
  });
});
