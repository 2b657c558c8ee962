import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { finishPdf, mergePdfs, readWhole } from '@platen/pdf';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { PDF_BYTES, PREFACE_BYTES, TIMEOUT_MS } from '../../renderer/container/protocol.ts';
import { readFixture } from '../../packages/pdf/test/support.ts';
import { inspectPdf } from '../support/pdf.ts';
import { useRenderer } from './support/renderer.ts';

const renderer = useRenderer(() => ({}));

async function linearize(pdf: Uint8Array, { password = null as string | null, timeoutMs = 60_000 } = {}) {
  const preface = Buffer.from(JSON.stringify({ password }));
  return fetch(`${renderer.running.url}/linearize`, {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${renderer.running.token}`,
      [TIMEOUT_MS]: String(timeoutMs),
      [PREFACE_BYTES]: String(preface.byteLength),
    },
    body: Buffer.concat([preface, pdf]),
  });
}

/** Equal objects of the files are written once, so it takes many files until the first page is a small part of the whole. */
async function mergeMany(count: number): Promise<Uint8Array> {
  const source = await readFixture('three-pages');
  const inputs = async function* () {
    for (let index = 0; index < count; index += 1) yield { title: `File ${index}`, source };
  };
  const pieces: Uint8Array[] = [];
  for await (const piece of mergePdfs(inputs(), 'Many')) pieces.push(piece);
  return new Uint8Array(Buffer.concat(pieces));
}

const bytesOf = async (response: Response): Promise<Uint8Array> => {
  expect(response.status).toBe(200);
  const bytes = new Uint8Array(await response.arrayBuffer());
  expect(Number(response.headers.get(PDF_BYTES))).toBe(bytes.byteLength);
  return bytes;
};

/** The parameters of a linearized file (ISO 32000-1, F.2.2). */
function readParameters(pdf: Uint8Array) {
  const head = Buffer.from(pdf.subarray(0, 1_024)).toString('latin1');
  const number = (name: string) => Number(new RegExp(`/${name} (\\d+)`).exec(head)?.[1]);
  return { length: number('L'), pages: number('N'), firstPageEnd: number('E') };
}

test('the first page comes first, and the pages are the same', async () => {
  const pdf = await mergeMany(60);
  const linearized = await bytesOf(await linearize(pdf));
  const { length, pages, firstPageEnd } = readParameters(linearized);
  expect({ length, pages }).toEqual({ length: linearized.byteLength, pages: 180 });
  expect(firstPageEnd).toBeLessThan(linearized.byteLength / 10);
  expect((await inspectPdf(linearized)).text).toBe((await inspectPdf(pdf)).text);
});

test('an encrypted file stays encrypted', async () => {
  const encryption = { userPassword: 'opens', ownerPassword: 'owns', permissions: null };
  const nothing = { metadata: null, attachments: [], watermark: null, mark: null };
  const encrypted = await readWhole(
    await finishPdf(await readFixture('two-sheets'), { ...nothing, encryption }),
  );
  const linearized = await bytesOf(await linearize(encrypted, { password: 'owns' }));
  expect(readParameters(linearized).length).toBe(linearized.byteLength);
  await expect(getDocument({ data: linearized.slice(), verbosity: 0 }).promise).rejects.toThrow(/password/i);
  const opened = await getDocument({ data: linearized.slice(), password: 'opens', verbosity: 0 }).promise;
  expect(opened.numPages).toBe(2);
});

test('what is no PDF is refused, and the next one is linearized', async () => {
  const refused = await linearize(new TextEncoder().encode('no PDF'));
  expect(refused.status).toBe(502);
  expect(await refused.json()).toMatchObject({ kind: 'failed' });
  await bytesOf(await linearize(await mergeMany(1)));
});

test('a deadline ends the process', async () => {
  const refused = await linearize(await mergeMany(1), { timeoutMs: 1 });
  expect(refused.status).toBe(408);
});

test('several requests at once wait for each other', async () => {
  const pdf = await mergeMany(2);
  const answers = await Promise.all(Array.from({ length: 5 }, () => linearize(pdf)));
  for (const answer of answers) await bytesOf(answer);
});

test('the process of qpdf waits until it is ended: a busy server could see its end before its answer', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'platen-qpdf-'));
  await writeFile(join(directory, 'in.pdf'), await mergeMany(2));
  const main = new URL('../../renderer/container/image/qpdf-process.ts', import.meta.url);
  const qpdf = fork(main, { env: {}, execArgv: [], stdio: ['ignore', 'ignore', 'ignore', 'ipc'] });
  const exited = once(qpdf, 'exit');
  for (let task = 0; task < 2; task += 1) {
    const answered = once(qpdf, 'message');
    qpdf.send({ directory, password: null });
    const [answer]: unknown[] = await Promise.race([answered, exited.then(() => ['it has ended'])]);
    expect(answer).toEqual({ exitCode: 0 });
  }
  qpdf.disconnect();
  expect(await exited).toEqual([0, null]);
  await rm(directory, { recursive: true });
});
