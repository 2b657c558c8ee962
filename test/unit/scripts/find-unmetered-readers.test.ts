import { expect, test } from 'vitest';
import { findUnmeteredReaders } from '../../../scripts/packages/find-unmetered-readers.ts';

const find = (...texts: string[]) =>
  findUnmeteredReaders(texts.map((text, index) => ({ path: `${index}.ts`, text })));

test('finds an exported reader of bytes or text without a meter', () => {
  expect(find('export function readIcon(bytes: Uint8Array): Icon {}')).toEqual(['0.ts: readIcon']);
  expect(find('export const readIcon = (text: string, size: number) => 1;')).toEqual(['0.ts: readIcon']);
  expect(find('export class Reader { constructor(body: ReadableStream) {} read() {} }')).toEqual([
    '0.ts: Reader',
  ]);
});

test.each([
  ['a meter', ['export function readIcon(bytes: Uint8Array, meter: Meter): Icon {}']],
  [
    'an object that has a meter, also of another file',
    [
      'export function read(text: string, { meter }: Means) {}',
      'export interface Means { readonly meter: Meter }',
    ],
  ],
  ['no bytes', ['export function count(pages: number): number {}']],
  [
    'a comment that says who charges',
    ['/** The caller charges it. */\nexport const lower = (text: string) => 1;'],
  ],
  ['no other file that can call it', ['function readIcon(bytes: Uint8Array): Icon {}']],
  ['no result', ['export function refuse(problem: string): never {}']],
])('takes a function with %s', (_, texts) => {
  expect(find(...texts)).toEqual([]);
});
