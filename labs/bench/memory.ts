import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pipeline } from 'node:stream/promises';
import type { Service } from '../../scripts/local/service.ts';
import { noise } from '../../test/support/large-html.ts';
import { openWorkspace, requestPdf, withService } from './client.ts';
import { MISSED, table } from './measure.ts';
import { measurePeaksMb, memoryGauge } from './peaks.ts';
import { openWorkerIsolate } from './worker-isolate.ts';

/** Cloudflare's limit, with which V8 decides when it collects garbage. Without it, garbage would count as memory. */
export const CLOUDFLARE_HEAP = { MINIFLARE_WORKERD_V8_FLAGS: '--max-heap-size=128' };

const LIMIT_MB = 128;

/** The installations that are measured, with the text of their section. */
const INSTALLATIONS = {
  'browser-run-only': {
    title: 'Browser Run, no container',
    about: `Without a container, a body has 8 MB at most. The broker, a Durable Object, is in the Worker's isolate here, so the
numbers are of both together. On Cloudflare it can be in another isolate, and each then holds less.`,
  },
  container: {
    title: 'a container',
    about: 'The container takes the large bodies, as with `npm start`.',
  },
} as const;

type Installation = keyof typeof INSTALLATIONS;

interface Case {
  readonly what: string;
  readonly times: number;
  readonly body: () => string;
  readonly headers?: Readonly<Record<string, string>>;
  /** With a container, this happens in the container. */
  readonly isOfBroker?: true;
}

/** Prints one line. The rest is a comment, because only its size matters. */
const comment = (characters: number, character = 'x'): string =>
  JSON.stringify({
    htmlContent: `<p>x</p><!--${character.repeat(characters)}{{x}}-->`,
    templateData: { x: 1 },
  });

/** A PDF of about 3 MB for each picture. */
const pictures = (count: number): string => JSON.stringify({ htmlContent: `<body>${noise(count)}</body>` });

/** Each counts as two JSON values. */
const emptyArrays = (count: number): string =>
  `{"htmlContent":"<p>x","templateData":{"a":[${'[],'.repeat(count - 1)}[]]}}`;

const script = (code: string): string => JSON.stringify({ htmlContent: `<body><script>${code}</script>` });

const CASES: readonly Case[] = [
  { what: 'small documents', times: 4, body: () => JSON.stringify({ htmlContent: '<p>tiny' }) },
  { what: 'bodies of 2 MB', times: 8, body: () => comment(1_900_000) },
  { what: 'bodies of 4 MB', times: 8, body: () => comment(3_900_000) },
  { what: 'bodies of 8 MB', times: 8, body: () => comment(7_900_000) },
  { what: 'bodies of 8 MB of `€`', times: 2, body: () => comment(2_600_000, '€') },
  { what: 'bodies of 15 MB', times: 8, body: () => comment(15_000_000) },
  { what: 'bodies of 20 MB of `€`', times: 2, body: () => comment(6_600_000, '€') },
  {
    what: 'bodies of 4 MB of `[]`, with an idempotency key',
    times: 8,
    body: () => emptyArrays(1_300_000),
    headers: { 'Idempotency-Key': 'arrays' },
  },
  {
    what: 'bodies with 450,000 values, with an idempotency key',
    times: 4,
    body: () => emptyArrays(225_000),
    headers: { 'Idempotency-Key': 'values' },
  },
  {
    what: 'small bodies that become 8 MB of HTML',
    times: 8,
    body: () =>
      JSON.stringify({
        htmlContent: '<p>x</p><!--{{#each rows}}{{../x}}{{/each}}-->',
        templateData: { rows: Array.from({ length: 78 }, () => 1), x: 'x'.repeat(100_000) },
      }),
  },
  { what: 'PDFs of 6 MB', times: 8, body: () => pictures(2) },
  { what: 'PDFs of 102 MB', times: 2, body: () => pictures(34), isOfBroker: true },
  {
    what: 'document with 300 pictures that its script draws',
    times: 1,
    isOfBroker: true,
    body: () =>
      script(`for (let i = 0; i < 300; i++) {
        const canvas = document.createElement('canvas');
        canvas.width = canvas.height = 200;
        const context = canvas.getContext('2d');
        const image = context.createImageData(200, 200);
        for (let p = 0; p < image.data.length; p++) image.data[p] = Math.random() * 256;
        context.putImageData(image, 0, 0);
        document.body.append(Object.assign(new Image(), { src: canvas.toDataURL() }));
      }`),
  },
  {
    what: 'document that fetches 20,000 times',
    times: 1,
    isOfBroker: true,
    body: () => script(`for (let i = 0; i < 20000; i++) fetch('http://127.0.0.1:9/' + i).catch(() => {})`),
  },
];

/** Stores only the size of each object and returns as many bytes. */
async function openDistantBucket(): Promise<Server> {
  const sizes = new Map<string, number>();
  const piece = Buffer.alloc(64 * 1024);
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
    const size = sizes.get(key) ?? 0;
    response.writeHead(200, { 'Content-Length': size });
    await pipeline(pieces(size), response);
  };
  const server = createServer((request, response) => void answer(request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

/** The bucket runs outside the Worker's process. */
export async function benchMemory(installation: Installation): Promise<string> {
  const bucket = await openDistantBucket();
  const { port } = bucket.address() as AddressInfo;
  const options = {
    renderer: installation,
    entry: 'test/support/distant-bucket-entry.ts',
    vars: { DISTANT_BUCKET_URL: `http://127.0.0.1:${port}` },
    inspector: true,
    env: CLOUDFLARE_HEAP,
  };
  const cases = CASES.filter(({ isOfBroker }) => !(isOfBroker && installation === 'container'));
  try {
    return report(installation, await withService(options, (service) => measureMemory(service, cases)));
  } finally {
    bucket.close();
  }
}

interface Measured {
  readonly what: string;
  readonly isolateMb: number;
  readonly processMb: number;
  /** The number of requests with each outcome, as a text. */
  readonly answers: string;
}

async function measureMemory(service: Service, cases: readonly Case[]): Promise<readonly Measured[]> {
  const { key } = await openWorkspace(service, 'scale-enterprise');
  await requestPdf(service, key, comment(10));
  const isolate = await openWorkerIsolate(service.pid);
  const gauges = { isolate: isolate.usedMb, process: memoryGauge(() => [isolate.pid]) };
  const measured: Measured[] = [];
  for (const { what, times, body, headers } of cases) {
    const content = new Blob([body()]);
    const outcomes: string[] = [];
    await isolate.collectGarbage();
    const send = async (): Promise<void> => {
      const { code } = await requestPdf(service, key, content, headers);
      outcomes.push(code ?? 'PDF');
    };
    const peaks = await measurePeaksMb(gauges, () => Promise.all(Array.from({ length: times }, send)));
    measured.push({
      what: `${times} ${what}`,
      isolateMb: peaks.isolate,
      processMb: peaks.process,
      answers: countEach(outcomes),
    });
  }
  isolate.close();
  return measured;
}

const countEach = (outcomes: readonly string[]): string =>
  Array.from(new Set(outcomes), (outcome) => `${outcomes.filter((one) => one === outcome).length} ${outcome}`)
    .sort()
    .join(', ');

function report(installation: Installation, measured: readonly Measured[]): string {
  const { title, about } = INSTALLATIONS[installation];
  const rows = measured.map(({ what, answers, isolateMb, processMb }) => [
    what,
    answers,
    `${Math.round(isolateMb)} MB`,
    isolateMb < LIMIT_MB ? 'met' : MISSED,
    `${Math.round(processMb)} MB`,
  ]);
  return `## Memory of the Worker with ${title}

Peaks while these requests run at once, of one workspace. V8 has the heap limit of Cloudflare. The bucket is in another
process, like R2 on Cloudflare. Every PDF is written to the bucket and read from there for the client.

- Isolate: heap and external buffers, as its inspector reports them every 50 ms. The target is Cloudflare's limit, ${LIMIT_MB} MB.
- Process: \`RssAnon\` of workerd. It also includes the engine, the emulated bindings (each in its own isolate), and the
  native buffers of streams. It does not shrink between the rows.

${about}

${table([['At once', 'Answers', 'Isolate', 'Target', 'Process'], ...rows])}`;
}
