import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { auditExportQuery } from '../../../schema/api/audit.ts';
import { pageQuery } from '../../../schema/api/paging.ts';
import { usageQuery } from '../../../schema/console/usage.ts';
import { inProject } from '../../../scripts/project.ts';

const QUERIES = [
  ['limit of a list', (text: string) => pageQuery.safeParse({ limit: text })],
  ['limit of an export', (text: string) => auditExportQuery.safeParse({ limit: text })],
  ['after of an export', (text: string) => auditExportQuery.safeParse({ after: text })],
  ['days of the usage', (text: string) => usageQuery.safeParse({ days: text })],
] as const;

const OTHER_SPELLINGS = [
  '1e1',
  ' 5',
  '5 ',
  '5\n',
  '0x10',
  '5.0',
  '+5',
  '-5',
  '0b1',
  '1_0',
  '٥',
  '',
  'Infinity',
];

test.each(QUERIES)('the %s is a number in digits, in no other spelling', (_, parse) => {
  expect(parse('20').success).toBe(true);
  expect(OTHER_SPELLINGS.filter((text) => parse(text).success)).toEqual([]);
});

test('no schema of a request lets JavaScript read a number', async () => {
  const files = await readdir(inProject('schema'), { recursive: true });
  const sources = files.filter((name) => name.endsWith('.ts'));
  const texts = await Promise.all(sources.map((name) => readFile(join(inProject('schema'), name), 'utf8')));
  expect(sources.filter((_, at) => texts[at]?.includes('z.coerce'))).toEqual([]);
});
