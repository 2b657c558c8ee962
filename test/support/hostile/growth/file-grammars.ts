import { brotliCompressSync } from 'node:zlib';
import type { Random } from '../../random.ts';
import type { GrowingInput } from './growing.ts';

export const latin1 = (text: string): Uint8Array => new Uint8Array(Buffer.from(text, 'latin1'));

const uint32 = (value: number): string =>
  String.fromCharCode(value >>> 24, (value >>> 16) & 255, (value >>> 8) & 255, value & 255);
const uint16 = (value: number): string => String.fromCharCode((value >>> 8) & 255, value & 255);

/** A font of tables with these tags and bytes. */
function sfntOf(tables: ReadonlyMap<string, string>): string {
  const start = 12 + 16 * tables.size;
  let head = `\0\x01\0\0${uint16(tables.size)}${'\0'.repeat(6)}`;
  let body = '';
  for (const [tag, data] of tables) {
    head += `${tag}${uint32(0)}${uint32(start + body.length)}${uint32(data.length)}`;
    body += data;
  }
  return head + body;
}

const FONT_TABLES: readonly (readonly [string, string])[] = [
  ['cmap', '\0'],
  ['head', `${'\0'.repeat(12)}${uint32(0x5f_0f_3c_f5)}${'\0'.repeat(38)}`],
  ['hhea', '\0'],
  ['hmtx', '\0'],
  ['maxp', `${uint32(0)}${uint16(1)}`],
  ['glyf', '\0'],
];

const nameTable = (count: number, record: string): string =>
  `${uint16(0)}${uint16(count)}${uint16(6 + 12 * count)}${record.repeat(count)}${'"'.repeat(500)}`;

export function drawFont(random: Random): GrowingInput {
  const record = [3, 1, 0x409, random.pick([1, 16, 2]), random.pick([0, 2, 500]), random.below(4)]
    .map(uint16)
    .join('');
  const axis = `${random.pick(['wght', 'opsz'])}${uint32(random.below(3))}${'\0'.repeat(12)}`;
  const [tag, table] = random.pick<readonly [string, (n: number) => string]>([
    ['name', (n) => nameTable(n, record)],
    [
      'fvar',
      (n) =>
        `${uint32(0)}${uint16(16)}${uint16(0)}${uint16(n)}${uint16(random.pick([0, 20]))}${'\0'.repeat(4)}${axis.repeat(n)}`,
    ],
    ['OS/2', (n) => '\0'.repeat(n)],
  ]);
  const sfnt = (n: number) => sfntOf(new Map([...FONT_TABLES, [tag, table(n)]]));
  const isWoff2 = random.chance(0.5);
  return { what: tag, make: (n) => (isWoff2 ? woff2Of(tag, table(n)) : sfnt(n)), n: 1_000 };
}

/** With a table of a tag that is not known by its number. */
function woff2Of(tag: string, table: string): string {
  const number = (value: number): string =>
    [21, 14, 7, 0]
      .map((shift) => String.fromCharCode(((value >>> shift) & 127) | (shift > 0 ? 128 : 0)))
      .join('');
  const tables = [
    ...FONT_TABLES.filter(([other]) => other !== 'glyf'),
    ['CFF ', '\0'],
    [tag, table],
  ] as const;
  const directory = tables
    .map(([name = '', data = '']) => `?${name}${number(data.length).replace(/^\x80+/, '')}`)
    .join('');
  const data = brotliCompressSync(latin1(tables.map(([, one]) => one).join(''))).toString('latin1');
  const length = 48 + directory.length + data.length;
  const head = `wOF2\0\x01\0\0${uint32(length)}${uint16(tables.length)}${uint16(0)}${uint32(0)}${uint32(data.length)}`;
  return head.padEnd(48, '\0') + directory + data;
}

const PNG = `\x89PNG\r\n\x1a\n${uint32(13)}IHDR${uint32(1)}${uint32(1)}\x08\x06\0\0\0${uint32(0)}`;
const PNG_END = `${uint32(0)}IDAT${uint32(0)}${uint32(0)}IEND${uint32(0)}`;

export function drawPicture(random: Random): GrowingInput {
  const chunk = `${uint32(random.below(3))}${random.pick(['tEXt', 'IDAT', 'IEND'])}${uint32(0)}`;
  const segment = random.pick(['\xff', '\xff\xe0\0\x02', '\xff\xc4\0\x03a', '\xff\xff', '\xff\0']);
  const frame = '\xff\xc0\0\x0b\x08\0\x01\0\x01';
  return random.pick<GrowingInput>([
    { what: 'chunks of a PNG', make: (n) => PNG + chunk.repeat(n) + PNG_END, n: 5_000 },
    { what: 'segments of a JPEG', make: (n) => `\xff\xd8${segment.repeat(n)}${frame}\xff\xd9`, n: 20_000 },
    { what: 'data of a JPEG', make: (n) => `\xff\xd8${frame}${segment.repeat(n)}`, n: 20_000 },
  ]);
}

export function drawProfile(random: Random): GrowingInput {
  const tag = `desc${uint32(random.below(200))}${uint32(random.below(100))}`;
  const make = (n: number): string => {
    const size = 132 + 12 * n;
    return (
      `${uint32(size)}${'\0'.repeat(12)}RGB ${'\0'.repeat(16)}acsp`.padEnd(128, '\0') +
      uint32(n) +
      tag.repeat(n)
    );
  };
  return { what: 'tags', make, n: 45 };
}
