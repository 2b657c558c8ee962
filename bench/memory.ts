import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { type Service, startService } from '../scripts/service.ts';
import { askForPdf, openWorkspace } from './client.ts';
import { table } from './measure.ts';
import { memoryOf, peaksMb } from './peaks.ts';
import { INSPECTOR_LEFT_ALONE, openWorkerIsolate } from './worker-isolate.ts';

const AT_ONCE = 4;

/** A document of 97 MB, most of it comment: what counts is bytes. */
const largeBody = (): Blob =>
  new Blob([JSON.stringify({ htmlContent: `<p>large</p><!--${'x'.repeat(97_000_000)}-->` })]);

/** Noise, which no PDF compresses, on canvases of 3 MB: a PDF of 102 MB. */
const NOISE = `<body><script>
  for (let i = 0; i < 34; i += 1) {
    const canvas = document.body.appendChild(document.createElement('canvas'));
    canvas.width = canvas.height = 1000;
    const context = canvas.getContext('2d');
    const image = context.createImageData(1000, 1000);
    const pixels = new Uint32Array(image.data.buffer);
    for (let p = 0; p < pixels.length; p += 1) pixels[p] = (Math.random() * 0x1000000) | 0xff000000;
    context.putImageData(image, 0, 0);
  }
</script></body>`;

/** Takes whatever is put, remembers how much it was, and gives back as much. */
async function openDistantBucket(): Promise<Server> {
  const sizes = new Map<string, number>();
  const piece = Buffer.alloc(64 * 1024);
  const sizeOf = (key: string): number => sizes.get(key) ?? 0;
  async function* pieces(bytes: number): AsyncGenerator<Uint8Array> {
    for (let left = bytes; left > 0; left -= piece.byteLength) yield piece.subarray(0, left);
  }
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const key = request.url ?? '';
    if (request.method === 'PUT') {
      let size = 0;
      for await (const chunk of request as AsyncIterable<Buffer>) size += chunk.byteLength;
      sizes.set(key, size);
      response.end();
      return;
    }
    response.writeHead(200, { 'Content-Length': sizeOf(key) });
    await pipeline(pieces(sizeOf(key)), response);
  };
  const server = createServer((request, response) => void answer(request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

/** Sends so many at once, takes each answer to its end, and checks how long it is. */
async function sendAll(service: Service, key: string, body: Blob | string, minBytes: number): Promise<void> {
  const send = async (): Promise<void> => {
    const { status, pdfBytes, code } = await askForPdf(service, key, body);
    if (status !== 200 || pdfBytes < minBytes) throw new Error(`${status} ${code}, ${pdfBytes} bytes`);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, send));
}

/** The memory of the Worker while large requests pass through it, the bucket being elsewhere. */
export async function benchMemory(): Promise<string> {
  const stateDir = await mkdtemp(join(tmpdir(), 'platen-bench-'));
  const bucket = await openDistantBucket();
  const service = await startService({
    stateDir,
    port: 0,
    renderer: 'container',
    wranglerArgs: [
      'test/support/distant-bucket-entry.ts',
      '--var',
      `DISTANT_BUCKET_URL:http://127.0.0.1:${(bucket.address() as AddressInfo).port}`,
    ],
    env: INSPECTOR_LEFT_ALONE,
    onError: (line) => console.error(line),
  });
  try {
    const { key } = await openWorkspace(service, 'scale-enterprise');
    const noise = JSON.stringify({ htmlContent: NOISE });
    const tiny = JSON.stringify({ htmlContent: '<p>tiny' });
    await sendAll(service, key, tiny, 1);
    const isolate = await openWorkerIsolate(service.pid);
    const gauges = { isolate: isolate.usedMb, process: memoryOf(() => [isolate.pid]) };
    const peaksOf = (body: Blob | string, minBytes: number): Promise<Peaks> =>
      peaksMb(gauges, () => sendAll(service, key, body, minBytes));
    const small = await peaksOf(tiny, 1);
    const goingIn = await peaksOf(largeBody(), 1);
    const comingOut = await peaksOf(noise, 100_000_000);
    isolate.close();
    return report({ small, goingIn, comingOut });
  } finally {
    await service.stop();
    bucket.close();
    await rm(stateDir, { recursive: true, force: true });
  }
}

/** MB at most. */
type Peaks = Readonly<Record<'isolate' | 'process', number>>;

function report({ small, goingIn, comingOut }: Record<'small' | 'goingIn' | 'comingOut', Peaks>): string {
  const row = (what: string, peaks: Peaks): string[] => [
    what,
    ...[peaks.isolate, peaks.process, peaks.process - small.process].map((mb) => `${Math.round(mb)} MB`),
  ];
  return `## Memory of the Worker

Peaks while ${AT_ONCE} requests run at once, with the bucket of the PDFs in another process, as R2 is where the product
runs; every PDF goes into the bucket, and from there to the client. The isolate's is what its inspector tells of its heap
and of the buffers outside of it (at most 128 MB where the product runs; asked for: under 100). The process (\`RssAnon\` of
workerd) is more than the isolate: it has the engine, the emulated bindings, each an isolate of its own, and the native
buffers of the streams.

${table([
  [`${AT_ONCE} at once`, 'Isolate', 'Process', 'More than for small ones'],
  row('small documents', small),
  row('bodies of 97 MB', goingIn),
  row('PDFs of 102 MB', comingOut),
])}`;
}
