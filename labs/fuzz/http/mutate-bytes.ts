import { gzipSync } from 'node:zlib';
import type { Random } from '../../../test/support/random.ts';

/** The changed bytes of a body, and the header that they need. */
interface ChangedBytes {
  readonly body: Buffer;
  readonly change: string;
  readonly encoding?: string;
}

const MEGABYTE = 1_000_000;

const TEXTS = [
  '',
  ' ',
  'null',
  '[]',
  '{}',
  '""',
  '0',
  '{',
  '}',
  '{"',
  '\n\n',
  'a=b&c=d',
  '<xml/>',
  '{}{}',
  '{} x',
];

const BYTES = [
  // Not UTF-8: a lone continuation, an overlong slash, a surrogate, past the last character.
  [0x80],
  [0xc0, 0xaf],
  [0xed, 0xa0, 0x80],
  [0xf4, 0x90, 0x80, 0x80],
  [0xff, 0xfe],
  [0x00],
].map((bytes) => Buffer.from(bytes));

export function mutateBytes(random: Random, body: Buffer): ChangedBytes {
  const at = random.below(body.length + 1);
  return random.pick<() => ChangedBytes>([
    () => ({ body: Buffer.from(random.pick(TEXTS)), change: 'another body' }),
    () => ({ body: Buffer.from(random.pick(TEXTS)), change: 'another body' }),
    () => ({ body: body.subarray(0, at), change: `cut at ${at}` }),
    () => ({ body: body.subarray(0, at), change: `cut at ${at}` }),
    () => ({ body: insert(body, at, random.pick(BYTES)), change: `bytes inserted at ${at}` }),
    () => ({ body: insert(body, at, random.pick(BYTES)), change: `bytes inserted at ${at}` }),
    () => ({ body: insert(body, 0, Buffer.from('\uFEFF')), change: 'byte order mark' }),
    () => ({ body: Buffer.concat([body, body]), change: 'twice' }),
    () => ({ body: Buffer.from(body.toString('utf8'), 'utf16le'), change: 'UTF-16' }),
    () => ({ body: gzipSync(body), change: 'gzip', encoding: 'gzip' }),
    () => ({ body, change: 'not the gzip that it says', encoding: 'gzip' }),
    () => ({ body, change: 'unknown encoding', encoding: random.pick(['br', 'zstd', 'identity', 'x']) }),
    () => ({ body: padded(body, random.chance(0.1) ? MEGABYTE : 70_000), change: 'padded' }),
  ])();
}

const insert = (body: Buffer, at: number, bytes: Buffer): Buffer =>
  Buffer.concat([body.subarray(0, at), bytes, body.subarray(at)]);

/** White space is valid JSON, so only the size is wrong. */
const padded = (body: Buffer, bytes: number): Buffer => Buffer.concat([body, Buffer.alloc(bytes, ' ')]);
