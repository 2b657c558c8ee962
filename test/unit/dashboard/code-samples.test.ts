import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { JsonObject } from '../../../dashboard/json/json-value.ts';
import type { ResponseType, ApiCall } from '../../../dashboard/pages/playground/api-call.ts';
import { CODE_SAMPLES } from '../../../dashboard/pages/playground/code-samples/samples.ts';
import { readAfter } from '../../support/dashboard/foreign-literals.ts';

const run = promisify(execFile);

const KEY = 'pk_test_0123456789abcdefghijklmnopqrstuv';
const IDEMPOTENCY_KEY = `it's "17" $HOME \`id\` \\ !x`;
const PDF = '%PDF-1.7 of the listener';

/** Each value needs escaping in at least one of the languages. */
const HOSTILE = {
  quotes: `it's "quoted" \`ticked\``,
  backslashes: 'C:\\new\\table \\\\ \\',
  'line breaks': 'one\ntwo\r\nthree\rfour\tfive',
  dollars: '$HOME ${HOME} {$HOME} $(id) `id` $1',
  percent: '%s %n %20',
  exclamation: '<!DOCTYPE html> !! !x',
  html: '</script><?php echo 1 ?><!-- ',
  'here-document': 'JSON\nJSON\nEOF\n',
  unicode: 'Grüße 請求書 🧾 \u2028\u2029\u0085\u00a0\u200f',
  control: '\u0000\u0001\u001b\u007f',
  escapes: String.raw`\n \u0041 \x41 \101 \u{41} \N{DASH}`,
  "a name with 'quotes' and $": 1,
  __proto__x: 'a name like a prototype',
  numbers: [0, -1, 1.5, 1e21, 1e-7, 12_345_678_901_234_567_000],
  words: [true, false, null, [], {}, [[]], [{}]],
  'list-like': { 0: 'a', 1: 'b' },
  'not list-like': { 1: 'a', 0: 'b', 5: 'c' },
};

const BODY: JsonObject = {
  htmlContent: '<h1 class="title">{{customer.name}}</h1>\n<p>It\'s $5</p>',
  // A member, as JSON has it; a literal in this file would set the prototype.
  templateData: { ...HOSTILE, nested: JSON.parse('{"__proto__": {"polluted": true}}') as JsonObject },
};

let server: Server;
let folder: string;
let received: { path: string; headers: IncomingHttpHeaders; body: unknown }[] = [];

async function record(request: IncomingMessage, response: ServerResponse): Promise<void> {
  received.push({ path: request.url ?? '', headers: request.headers, body: JSON.parse(await text(request)) });
  if (request.headers.accept === 'application/pdf') {
    response.setHeader('Content-Type', 'application/pdf').end(PDF);
    return;
  }
  response.setHeader('Content-Type', 'application/json');
  response.end(JSON.stringify({ data: { url: 'https://example.com/a.pdf' }, usage: { remaining: 7 } }));
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'platen-samples-'));
  server = createServer((request, response) => void record(request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});

afterAll(async () => {
  server.close();
  await rm(folder, { recursive: true, force: true });
});

const callFor = (responseType: ResponseType): ApiCall => ({
  origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
  body: BODY,
  responseType,
  idempotencyKey: IDEMPOTENCY_KEY,
});

const sample = (id: (typeof CODE_SAMPLES)[number]['id'], responseType: ResponseType = 'json'): string =>
  CODE_SAMPLES.find((known) => known.id === id)?.write(callFor(responseType)) ?? '';

const environment = { ...process.env, PLATEN_API_KEY: KEY };

async function runInNode(name: string, source: string): Promise<string> {
  const file = join(folder, name);
  const client = new URL('../../../packages/client/src/client.ts', import.meta.url).href;
  await writeFile(file, source.replace('"@platen/client"', JSON.stringify(client)));
  const { stdout } = await run(process.execPath, [file], { cwd: folder, env: environment });
  return stdout;
}

const PROGRAMS = [
  ['curl', (source: string) => run('bash', ['-c', source], { cwd: folder, env: environment })],
  ['fetch', (source: string) => runInNode('fetch.mts', source)],
  ['client', (source: string) => runInNode('client.mts', source)],
] as const;

describe.each(PROGRAMS)('the %s sample, when it runs', (id, execute) => {
  test('sends the same body and headers as the playground', async () => {
    received = [];
    await execute(sample(id));
    expect(received).toHaveLength(1);
    expect(received[0]?.path).toBe('/v1/pdf/generate');
    expect(received[0]?.body).toEqual(BODY);
    // Not by toEqual alone, which does not look at a member called __proto__.
    expect(JSON.stringify(received[0]?.body)).toBe(JSON.stringify(BODY));
    expect(received[0]?.headers).toMatchObject({
      'x-api-key': KEY,
      'content-type': 'application/json',
      'idempotency-key': IDEMPOTENCY_KEY,
    });
  });

  test('writes the PDF to a file if that was chosen', async () => {
    await rm(join(folder, 'document.pdf'), { force: true });
    await execute(sample(id, 'pdf'));
    expect(await readFile(join(folder, 'document.pdf'), 'utf8')).toBe(PDF);
  });
});

const FOREIGN = [
  {
    language: 'python',
    bodyMarker: 'json=',
    headerMarker: '"Idempotency-Key": ',
    header: IDEMPOTENCY_KEY,
  },
  {
    language: 'php',
    bodyMarker: 'json_encode(',
    headerMarker: "'Content-Type: application/json',",
    header: `Idempotency-Key: ${IDEMPOTENCY_KEY}`,
  },
] as const;

describe.each(FOREIGN)('the $language sample', ({ language, bodyMarker, headerMarker, header }) => {
  test('contains the body of the playground as a literal', () => {
    const body = readAfter(language, sample(language), bodyMarker);
    expect(body).toEqual(BODY);
    expect(JSON.stringify(body)).toBe(JSON.stringify(BODY));
  });

  test('contains the idempotency key as a literal', () => {
    expect(readAfter(language, sample(language), headerMarker)).toBe(header);
  });

  test('requests the PDF and writes it to a file if that was chosen', () => {
    expect(sample(language)).not.toContain('application/pdf');
    expect(sample(language, 'pdf')).toContain('application/pdf');
    expect(sample(language, 'pdf')).toContain('document.pdf');
  });
});

describe.each(CODE_SAMPLES)('the $label sample', ({ id }) => {
  test('reads the key from the environment', () => {
    expect(sample(id)).toContain('PLATEN_API_KEY');
    expect(sample(id)).not.toContain('pk_');
  });

  test('has no idempotency key if none is given', () => {
    const { write } = CODE_SAMPLES.find((known) => known.id === id) ?? CODE_SAMPLES[0];
    expect(write({ ...callFor('json'), idempotencyKey: null })).not.toMatch(/idempotency/i);
  });
});
