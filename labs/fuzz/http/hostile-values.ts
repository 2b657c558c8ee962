import type { Random } from '../../../test/support/random.ts';

/** JSON text that `JSON.stringify` cannot write. */
export class RawJson {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

const repeat = (text: string, count: number): string => text.repeat(count);

const nested = (open: string, close: string, depth: number) =>
  new RawJson(repeat(open, depth) + repeat(close, depth));

export const STRINGS: readonly string[] = [
  '',
  ' ',
  '\0',
  'a\0b',
  '\u001b[31m',
  '\u202Egnp.exe',
  '\u2066\u2069\u200B',
  '\uFEFF',
  '\uFFFD\uFFFE\uFFFF',
  'e\u0301'.repeat(300),
  '👩‍👩‍👧‍👦'.repeat(50),
  '日本語テキスト',
  'מסמך',
  'null',
  'undefined',
  'NaN',
  'true',
  '0',
  '-1',
  '1e999',
  '[object Object]',
  '__proto__',
  'constructor',
  'toString',
  '../../../etc/passwd',
  '..\\..\\windows',
  'file:///etc/passwd',
  'http://127.0.0.1:9/',
  'http://[::1]/',
  'javascript:alert(1)',
  'data:text/html,<p>x',
  "' OR 1=1 --",
  '"; DROP TABLE keys; --',
  '%00%ff%2e%2e',
  '<script>alert(1)</script>',
  '{{',
  '{{#if}}',
  '{{/each}}',
  '{{constructor.constructor "return process"}}',
  '{{lookup this "__proto__"}}',
  '{{> nothing}}',
  '{{#each a}}{{#each b}}{{/each}}',
  '{{currency 1 "XXXX"}}',
  '{{formatDate "never"}}',
  '\r\nSet-Cookie: a=b',
  '2026-02-30',
  '9999-12-31T23:59:60Z',
  '+275760-09-13T00:00:00.001Z',
  '1-',
  '1-99999999999999999999',
  'en-US-u-hc-h12-x-'.repeat(20),
  'Mars/Olympus',
  '(a+)+$',
  '#\\31 > * :has(:not(*))',
  'a'.repeat(256),
  'a'.repeat(10_000),
  '{'.repeat(2_000),
];

const RAW: readonly RawJson[] = [
  '1e999',
  '-1e999',
  '1e-999',
  '-0',
  '0.1e1',
  '123456789012345678901234567890',
  `1${'0'.repeat(400)}`,
  '"\\ud800"',
  '"\\udc00\\ud800"',
  '"a\\u0000b"',
  '"\\uD83D"',
  '{"__proto__":{"isAdmin":true}}',
  '{"constructor":{"prototype":{"x":1}}}',
  '{"a":1,"a":2}',
  '{"toJSON":1,"then":1,"valueOf":null}',
  // Not JSON.
  'NaN',
  'Infinity',
  'undefined',
  '01',
  '.5',
  '0x10',
  "'text'",
  '"\\x"',
  '"\n"',
  '[1,]',
  '{"a":1,}',
  '{a:1}',
  '/* */1',
].map((text) => new RawJson(text));

const DEEP: readonly RawJson[] = [
  nested('[', ']', 60),
  nested('[', ']', 3_000),
  nested('{"a":', '}', 3_000),
  new RawJson(`${'{"a":'.repeat(70)}1${'}'.repeat(70)}`),
  new RawJson('['.repeat(100_000)),
  new RawJson(`[${Array.from({ length: 20_000 }, () => '{}').join(',')}]`),
];

const NUMBERS: readonly number[] = [
  0, -1, 1, 0.5, -0.001, 1e-7, 255, 256, 65_536, 2_147_483_648, 4_294_967_296, 9_007_199_254_740_991, 1e21,
  1e308, -1e308,
];

/** Names that objects of JavaScript have. */
export const KEYS: readonly string[] = [
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'hasOwnProperty',
  'then',
  'toJSON',
  'length',
  '0',
  '',
  ' ',
  '\u0000',
  '\u202E',
  'unknownField',
  'a.b[0]',
  'k'.repeat(3_000),
];

export function hostileValue(random: Random): unknown {
  const kind = random.below(20);
  if (kind < 8) return random.pick(STRINGS);
  if (kind < 11) return random.pick(NUMBERS);
  if (kind < 15) return random.pick(RAW);
  if (kind === 15) return random.pick(DEEP);
  return random.pick([null, true, false, [], {}, [null], [[]], { a: {} }, ['a', 1, {}], [{}, {}]]);
}
