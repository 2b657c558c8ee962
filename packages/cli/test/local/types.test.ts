import { execFileSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { writeTypes } from '../../local/types/write-types.ts';
import { runCommand } from '../support/recorded-io.ts';
import { folderWith, writeFiles } from '../support/project-folder.ts';

const typesOf = (dataSchema: Readonly<Record<string, unknown>>): string =>
  writeTypes([{ slug: 'a', dataSchema }]);

/** The type of one property, without what is around it. */
const typeOf = (schema: unknown, definitions: object = {}): string =>
  /\n {2}x\?: ([^]*?);\n\}/.exec(typesOf({ properties: { x: schema }, $defs: definitions }))?.[1] ?? '';

test.each([
  ['a string', { type: 'string' }, 'string'],
  ['a whole number', { type: 'integer' }, 'number'],
  ['a list of types', { type: ['string', 'null'] }, 'string | null'],
  ['an enum', { enum: ['a', 'b "c"', 1, null] }, String.raw`"a" | "b \"c\"" | 1 | null`],
  ['an enum of one value twice', { enum: ['a', 'a'] }, '"a"'],
  ['a constant', { const: { a: [1, 'b'] } }, '{ a: [1, "b"] }'],
  ['an array', { type: 'array', items: { type: 'number' } }, 'number[]'],
  ['an array of a union', { items: { type: ['number', 'string'] } }, '(number | string)[]'],
  ['an array of anything', { type: 'array' }, 'unknown[]'],
  ['a tuple', { prefixItems: [{ type: 'string' }, {}], items: false }, '[string?, unknown?]'],
  [
    'an open tuple',
    { prefixItems: [{ type: 'string' }], items: { type: 'number' } },
    '[string?, ...number[]]',
  ],
  ['alternatives', { oneOf: [{ type: 'string' }, { items: { type: 'null' } }] }, 'string | null[]'],
  ['parts', { allOf: [{ $ref: '#/$defs/one' }, { $ref: '#/$defs/two' }] }, 'AOne & ATwo'],
  [
    'parts or nothing',
    { anyOf: [{ allOf: [{ $ref: '#/$defs/one' }, { $ref: '#/$defs/two' }] }, { type: 'null' }] },
    '(AOne & ATwo) | null',
  ],
  ['fields without names', { additionalProperties: { type: 'number' } }, 'Record<string, number>'],
  ['an object without fields', { type: 'object', additionalProperties: false }, 'Record<string, never>'],
  ['any object', { type: 'object' }, 'Record<string, unknown>'],
  ['anything', true, 'unknown'],
  ['nothing', false, 'never'],
  ['a reference that leads nowhere', { $ref: '#/$defs/none' }, 'unknown'],
  ['a reference to another file', { $ref: 'https://example.com/a.json' }, 'unknown'],
  ['the schema itself', { $ref: '#' }, 'AData'],
])('%s', (_name, schema, expected) => {
  const definitions = {
    one: { properties: { a: { type: 'string' } } },
    two: { properties: { b: { type: 'null' } } },
  };
  expect(typeOf(schema, definitions)).toBe(expected);
});

test('required fields have no question mark, also those that are not described', () => {
  expect(
    typesOf({ required: ['a', 'b c'], properties: { a: { type: 'string' }, d: { type: 'string' } } }),
  ).toContain('export interface AData {\n  a: string;\n  d?: string;\n  "b c": unknown;\n}\n');
});

test('descriptions, formats, defaults and deprecations are comments, which no description can end', () => {
  const text = typesOf({
    properties: {
      a: {
        type: 'string',
        description: 'Of */ the\ninvoice',
        format: 'date',
        default: 'x',
        deprecated: true,
      },
    },
  });
  expect(text).toContain(
    '  /**\n   * Of *\\/ the\n   * invoice\n   * @format date\n   * @default "x"\n   * @deprecated\n   */\n  a?: string;\n',
  );
});

test('names are those of folders, each one once', () => {
  const dataSchema = {
    type: 'object',
    properties: { a: { $ref: '#/$defs/line-item' } },
    $defs: { 'line-item': { type: 'object', properties: { b: {} } } },
  };
  const text = writeTypes([
    { slug: 'an-invoice', dataSchema },
    { slug: 'An Invoice', dataSchema },
    { slug: '2027', dataSchema: null },
  ]);
  expect(text.match(/export (?:type|interface) \w+/g)).toEqual([
    'export type Type2027Data',
    'export interface AnInvoiceData',
    'export interface AnInvoiceLineItem',
    'export interface AnInvoiceData2',
    'export interface AnInvoiceLineItem2',
    'export interface TemplateData',
  ]);
  expect(text).toContain(
    '  "2027": Type2027Data;\n  "An Invoice": AnInvoiceData;\n  "an-invoice": AnInvoiceData2;\n',
  );
});

test('TypeScript accepts what is written, also of schemas that contain themselves', async () => {
  const folder = await folderWith({
    'types.ts': typesOf({
      type: 'object',
      required: ['tree', 'pair'],
      additionalProperties: true,
      properties: {
        tree: { $ref: '#/$defs/tree' },
        pair: { prefixItems: [{ type: 'number' }, { enum: ['a', 'b'] }], items: false },
        loop: { $ref: '#/$defs/loop' },
        'with "quotes"': {
          patternProperties: { '^x': { type: 'number' } },
          properties: { y: { type: 'string' } },
        },
      },
      $defs: {
        tree: { properties: { value: { type: 'number' }, children: { items: { $ref: '#/$defs/tree' } } } },
        loop: { anyOf: [{ $ref: '#/$defs/back' }, { type: 'null' }] },
        back: { $ref: '#/$defs/loop' },
      },
    }),
    'use.ts':
      "import type { AData, TemplateData } from './types.ts';\n" +
      "export const good: TemplateData['a'] = { tree: { value: 1, children: [{}] }, pair: [1, 'a'] };\n" +
      '// @ts-expect-error A number is no text.\n' +
      "export const bad: AData = { tree: {}, pair: ['1'] };\n",
  });
  const options = [
    '--ignoreConfig',
    '--strict',
    '--noEmit',
    '--skipLibCheck',
    '--module',
    'esnext',
    '--moduleResolution',
    'bundler',
    '--allowImportingTsExtensions',
  ];
  const tsc = join(import.meta.dirname, '../../../../node_modules/typescript/bin/tsc');
  execFileSync(process.execPath, [tsc, ...options, join(folder, 'use.ts')], { stdio: 'pipe' });
});

test('--check fails when the file is not up to date', async () => {
  const folder = await folderWith({
    'template.hbs': '{{a}}',
    'settings.json': { name: 'A' },
    'schema.json': { type: 'object', properties: { a: { type: 'string' } } },
  });
  const run = (...args: string[]) => runCommand(['types', '-o', 'data.ts', ...args], { cwd: folder });
  expect(await run('--check')).toMatchObject({ exitCode: 1 });
  expect(await run()).toMatchObject({ exitCode: 0 });
  expect(await run('--check')).toMatchObject({ exitCode: 0 });
  // As Git writes it on Windows.
  const text = await readFile(join(folder, 'data.ts'), 'utf8');
  await writeFiles(folder, { 'data.ts': text.replaceAll('\n', '\r\n') });
  expect(await run('--check')).toMatchObject({ exitCode: 0 });
  await writeFiles(folder, { 'schema.json': { type: 'object', properties: { a: { type: 'number' } } } });
  expect((await run('--check')).err).toContain('is not up to date');
});
