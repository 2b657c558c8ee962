import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PrintFailed, WaitTimeout } from '@platen/print-engine';
import { Thumbnails } from '../../renderer/container/image/thumbnail/thumbnails.ts';
import { PERMISSIONS } from '../../schema/permissions.ts';
import type { PlanId } from '../../schema/plans.ts';
import { Operator } from '../../scripts/installation/operator.ts';
import { commandLine, descendants, signalAll } from '../../scripts/local/process-tree.ts';
import { type Service, startService } from '../../scripts/local/service.ts';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openImage, typeOfImage } from '../support/image.ts';
import { variation } from '../support/thorough.ts';

const fixture = (name: string): Promise<Buffer> =>
  readFile(new URL(`../../packages/pdf/test/fixtures/${name}.pdf`, import.meta.url));

/** A PDF of one page with this content. */
function pdfOf(content: string, mediaBox = '0 0 595 842'): Uint8Array {
  const objects = [
    '<</Type /Catalog /Pages 2 0 R>>',
    '<</Type /Pages /Kids [3 0 R] /Count 1>>',
    `<</Type /Page /Parent 2 0 R /MediaBox [${mediaBox}] /Contents 4 0 R>>`,
    `<</Length ${content.length}>>\nstream\n${content}\nendstream`,
  ];
  const body = objects.map((text, index) => `${index + 1} 0 obj\n${text}\nendobj\n`).join('');
  return new TextEncoder().encode(`%PDF-1.4\n${body}trailer <</Root 1 0 R /Size 5>>\n%%EOF\n`);
}

/** Paths that PDFium fills for minutes. */
const ENDLESS = pdfOf(
  Array.from({ length: 40_000 }, (_, index) => `${index % 595} ${(index * 7) % 842} l`)
    .join('\n')
    .replace('l', 'm')
    .concat('\nf*\n')
    .repeat(12),
);

/** Lines over the whole page, filled again and again. Chromium copies them into its PDF, and PDFium draws for minutes. */
const ENDLESS_SVG = `<svg width="595" height="842"><path id="lines" fill-rule="evenodd" d="M0 0${Array.from(
  { length: 4_000 },
  (_, index) => `L${index % 2 === 0 ? 595 : 0} ${(index * 7) % 842}`,
).join('')}"/>${'<use href="#lines"/>'.repeat(300)}</svg>`;

interface Thumbnailed {
  readonly thumbnail: { readonly url: string; readonly width: number };
}

/** In the corner. */
const colourOf = async (url: string) =>
  (await openImage(new Uint8Array(await (await fetch(url)).arrayBuffer()))).pixel(2, 2);

const drawingProcesses = (): number[] =>
  descendants(process.pid).filter((pid) => commandLine(pid).endsWith('image/thumbnail/main.ts'));

describe('drawing', () => {
  const signal = new AbortController().signal;
  const limits = (workspaceId = 'ws_one') => ({ workspaceId, deadline: Date.now() + 120_000 });
  const thumbnails = new Thumbnails({ processes: 1, maxDrawingMs: 60_000 });
  afterAll(() => thumbnails.close());

  test('makes a PNG of page one, in the width that is asked for', async () => {
    for (const width of [16, 320, 1_024]) {
      const drawn = await thumbnails.draw(
        { pdf: pdfOf('1 0 0 rg 0 421 595 421 re f'), width },
        limits(),
        signal,
      );
      expect(typeOfImage(drawn.png)).toBe('png');
      const image = await openImage(drawn.png);
      expect([image.width, image.height]).toEqual([width, Math.round((width * 842) / 595)]);
      expect(image.pixel(width / 2, 2)).toEqual([255, 0, 0, 255]);
      expect(image.pixel(width / 2, image.height - 2)).toEqual([255, 255, 255, 255]);
    }
  });

  test('cuts a page that is higher than four times its width', async () => {
    const drawn = await thumbnails.draw({ pdf: pdfOf('', '0 0 100 14000'), width: 200 }, limits(), signal);
    expect([drawn.width, drawn.height]).toEqual([200, 800]);
  });

  test('draws another page, and refuses one that the PDF does not have', async () => {
    const pdf = await fixture('three-pages');
    const pages = [];
    for (const page of [1, 2, 3])
      pages.push(await thumbnails.draw({ pdf, width: 64, page }, limits(), signal));
    expect(new Set(pages.map(({ png }) => Buffer.from(png).toString('base64'))).size).toBe(3);
    const missing = thumbnails.draw({ pdf, width: 64, page: 4 }, limits(), signal);
    await expect(missing).rejects.toThrow('page: the PDF has fewer pages');
  });

  test('reports a PDF that is damaged, and draws the next one', async () => {
    const damaged = thumbnails.draw({ pdf: Buffer.from('%PDF-1.4 nothing'), width: 64 }, limits(), signal);
    await expect(damaged).rejects.toThrow(PrintFailed);
    const drawn = await thumbnails.draw({ pdf: await fixture('three-pages'), width: 64 }, limits(), signal);
    expect(drawn.width).toBe(64);
  });

  test('ends a page that takes too long, and counts its time', async () => {
    const impatient = new Thumbnails({ processes: 1, maxDrawingMs: 1_500 });
    const failure: unknown = await impatient
      .draw({ pdf: ENDLESS, width: 1_024 }, limits(), signal)
      .catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(WaitTimeout);
    expect(failure).toMatchObject({ pageMs: expect.any(Number) });
    await impatient.close();
  });

  variation('of one workspace does not keep another from drawing', async () => {
    const shared = new Thumbnails({ processes: 2, maxDrawingMs: 60_000 });
    const leaving = new AbortController();
    const hostile = Array.from({ length: 4 }, () =>
      shared
        .draw({ pdf: ENDLESS, width: 1_024 }, { ...limits('ws_bad'), pageShare: 0.5 }, leaving.signal)
        .catch((error: unknown) => error),
    );
    const drawn = await shared.draw({ pdf: pdfOf(''), width: 64 }, limits('ws_good'), signal);
    expect(drawn.width).toBe(64);
    leaving.abort();
    await Promise.all(hostile);
    await shared.close();
  });
});

describe('thumbnail of a generation', () => {
  let stateDir: string;
  let service: Service;
  beforeAll(async () => {
    stateDir = await mkdtemp(join(tmpdir(), 'platen-thumbnails-'));
    service = await startService({
      stateDir,
      port: 0,
      renderer: 'container',
      entry: 'test/support/entry.ts',
    });
  });
  afterAll(async () => {
    await service.stop();
    await rm(stateDir, { recursive: true, force: true });
  });

  async function newKey(plan: PlanId = 'starter'): Promise<string> {
    const operator = new Operator(service.url, service.operatorToken);
    const { id: workspaceId } = await operator.createWorkspace({ name: 'Thumbnails', plan });
    return (
      await operator.createKey({ workspaceId, name: 'a', environment: 'live', permissions: PERMISSIONS })
    ).key;
  }

  const send = (key: string, path: string, init: RequestInit = {}, headers: object = {}): Promise<Response> =>
    fetch(new URL(path, service.url), {
      ...init,
      headers: { 'X-API-Key': key, 'Content-Type': 'application/json', ...headers },
    });

  const generate = (key: string, body: object, headers = {}): Promise<Response> =>
    send(key, '/v1/pdf/generate', { method: 'POST', body: JSON.stringify(body) }, headers);

  const red = { htmlContent: '<style>html { background: #c00 }</style>', thumbnail: { width: 200 } };

  test('is kept beside the PDF, is listed with it, and is deleted with it', async () => {
    const key = await newKey();
    const { data, usage } = await (await generate(key, red)).json();
    expect(usage.quotaUsed).toBe(1);
    expect(data).toMatchObject({ mediaType: 'application/pdf', thumbnail: { width: 200, height: 283 } });
    const answer = await fetch(data.thumbnail.url);
    expect(answer.headers.get('content-type')).toBe('image/png');
    const image = await openImage(new Uint8Array(await answer.arrayBuffer()));
    expect([image.width, image.height]).toEqual([200, 283]);
    expect(image.pixel(100, 100)).toEqual([204, 0, 0, 255]);
    expect((await fetch(data.url)).headers.get('content-type')).toBe('application/pdf');
    const list = await (await send(key, '/v1/files')).json();
    expect(list.data[0].thumbnail).toEqual(data.thumbnail);
    const wrong = data.thumbnail.url.replace(/[^/]+\/thumbnail/, 'x/thumbnail');
    expect((await fetch(wrong)).status).toBe(404);
    expect((await send(key, `/v1/files/${data.fileId}`, { method: 'DELETE' })).status).toBe(200);
    expect((await fetch(data.thumbnail.url)).status).toBe(404);
  });

  variation('is also made of a PDF that streams, of a large body, and by a job', async () => {
    const key = await newKey();
    // Noise, which makes a PDF of more than a megabyte.
    const script = `const c = document.createElement('canvas'); c.width = c.height = 800; const x = c.getContext('2d');
      const n = x.createImageData(800, 800); for (let i = 0; i < n.data.length; i += 65536) crypto.getRandomValues(
      new Uint8Array(n.data.buffer, i, Math.min(65536, n.data.length - i))); for (let i = 3; i < n.data.length; i += 4) n.data[i] = 255;
      x.putImageData(n, 0, 0); const image = new Image(); image.src = c.toDataURL(); document.body.append(image)`;
    const large = { ...red, htmlContent: `<body><script>${script}</script>` };
    const { data: streamed } = await (await generate(key, large)).json();
    expect(streamed.size).toBeGreaterThan(1_000_000);
    expect(streamed.thumbnail.width).toBe(200);
    const bulk = { ...red, templateData: { filler: 'x'.repeat(4_100_000) } };
    const { data: unread } = await (await generate(key, bulk)).json();
    expect(unread.thumbnail.width).toBe(200);
    const job = await (await generate(key, red, { Prefer: 'respond-async, wait=60' })).json();
    expect(job.data.thumbnail.width).toBe(200);
  });

  variation('is also made of a merged, of a finished and of each split PDF', async () => {
    const key = await newKey();
    const assemble = async (kind: string, body: object) => {
      const init = { method: 'POST', body: JSON.stringify({ ...body, thumbnail: { width: 64 } }) };
      return (await send(key, `/v1/pdf/${kind}`, init)).json();
    };
    const blue = { htmlContent: '<style>html { background: #00c }</style>' };
    const { data: merged } = await assemble('merge', { entries: [{ htmlContent: red.htmlContent }, blue] });
    expect(await colourOf(merged.thumbnail.url)).toEqual([204, 0, 0, 255]);
    const { fileId } = merged;
    const watermark = { text: 'X', color: '#000000', opacity: 1, width: 200 };
    const { data: finished } = await assemble('finish', { fileId, options: { watermark } });
    expect(await colourOf(finished.thumbnail.url)).toEqual([204, 0, 0, 255]);
    const { data: split, usage } = await assemble('split', { fileId, everyPages: 1 });
    expect(await Promise.all(split.files.map((file: Thumbnailed) => colourOf(file.thumbnail.url)))).toEqual([
      [204, 0, 0, 255],
      [0, 0, 204, 255],
    ]);
    expect(usage.quotaUsed).toBe(4);
    const list = await (await send(key, '/v1/files')).json();
    expect(list.data.map(({ thumbnail }: Thumbnailed) => thumbnail.width)).toEqual([64, 64, 64, 64]);
    const options = { encryption: { userPassword: 'opens' } };
    const { error } = await assemble('finish', { fileId, options });
    expect(error.details).toEqual(['thumbnail: page one cannot be drawn without the password of the PDF']);
    expect((await (await send(key, '/v1/usage')).json()).data.quotaUsed).toBe(4);
  });

  variation('is also made of each row of a batch', async () => {
    const key = await newKey();
    const post = async (path: string, body: object) =>
      (await send(key, path, { method: 'POST', body: JSON.stringify(body) })).json();
    const { data: template } = await post('/v1/templates', { name: 'red', content: red.htmlContent });
    const rows = [{ externalId: 'a' }, { externalId: 'b' }];
    const { data: batch } = await post('/v1/batches', {
      templateId: template.id,
      thumbnail: { width: 64 },
      rows,
    });
    await expect
      .poll(async () => (await (await send(key, `/v1/batches/${batch.batchId}`)).json()).data.state)
      .toBe('completed');
    const { data } = await (await send(key, `/v1/batches/${batch.batchId}/rows`)).json();
    expect(data.map(({ file }: { file: Thumbnailed }) => file.thumbnail.width)).toEqual([64, 64]);
    expect(await colourOf(data[0].file.thumbnail.url)).toEqual([204, 0, 0, 255]);
  });

  variation(
    'that takes too long to draw, or whose process ends, fails the request: nothing is kept or charged',
    async () => {
      // The plan with the shortest timeout: the page is drawn until then.
      const key = await newKey('free');
      const endless = {
        htmlContent: ENDLESS_SVG,
        thumbnail: { width: 1_024 },
      };
      const late = await (await generate(key, endless)).json();
      expect(late.error).toMatchObject({
        code: 'REQUEST_TIMEOUT',
        details: [expect.stringMatching(/^thumbnail: page one was not drawn within \d+ ms$/)],
      });
      let isAnswered = false;
      const broken = generate(key, endless).finally(() => {
        isAnswered = true;
      });
      const killed = expect.poll(() => {
        signalAll(drawingProcesses(), 'SIGKILL');
        return isAnswered;
      });
      const [answer] = await Promise.all([broken, killed.toBe(true)]);
      expect((await answer.json()).error.code).toBe('PDF_GENERATION_FAILED');
      const { data } = await (await send(key, '/v1/usage')).json();
      expect(data.quotaUsed).toBe(0);
      expect((await (await send(key, '/v1/files')).json()).data).toEqual([]);
      expect((await (await generate(key, red)).json()).data.thumbnail.width).toBe(200);
    },
  );

  test('of a picture, and one that is too narrow, are refused', async () => {
    const key = await newKey();
    const invalid = await (await generate(key, { ...red, output: { type: 'png' } })).json();
    expect(invalid.error.details).toEqual(['thumbnail: is only for a PDF']);
    const locked = { ...red, options: { encryption: { userPassword: 'secret' } } };
    const password = await (await generate(key, locked)).json();
    expect(password.error.details).toEqual([
      'thumbnail: page one cannot be drawn without the password of the PDF',
    ]);
    const narrow = await (await generate(key, { ...red, thumbnail: { width: 15 } })).json();
    expect(narrow.error.code).toBe('VALIDATION_ERROR');
    const usage = await (await send(key, '/v1/usage')).json();
    expect(JSON.stringify(usage)).toContain('"quotaUsed":0');
  });
});
