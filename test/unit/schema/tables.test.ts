import { readdir } from 'node:fs/promises';
import { getTableColumns, is } from 'drizzle-orm';
import { SQLiteTable } from 'drizzle-orm/sqlite-core';
import { expect, test } from 'vitest';
import { WrongStoredValueError } from '../../../schema/stored-value.ts';
import { workspaces } from '../../../schema/tables/workspaces.ts';
import { inProject } from '../../../scripts/project.ts';

async function readColumns() {
  const names = (await readdir(inProject('schema/tables'))).filter((name) => name.endsWith('.ts'));
  const modules = await Promise.all(
    names.map(async (name): Promise<object> => import(inProject('schema/tables', name))),
  );
  const tables = modules
    .flatMap((exported) => Object.values(exported))
    .filter((value) => is(value, SQLiteTable));
  return tables.flatMap((table) => Object.values(getTableColumns(table)));
}

test('each column with a closed set of values checks what it reads', async () => {
  const columns = await readColumns();
  // The enum of Drizzle's own text column is a type, and checks nothing.
  expect(columns.filter(({ enumValues }) => (enumValues ?? []).length > 0)).toEqual([]);
  const checked = columns.filter(({ columnType }) => columnType === 'SQLiteCustomColumn');
  expect(checked).toHaveLength(7);
  for (const column of checked) {
    expect(() => column.mapFromDriverValue('a customer wrote this')).toThrow(WrongStoredValueError);
    expect(() => column.mapFromDriverValue('a customer wrote this')).not.toThrow('a customer');
  }
});

test('a column with a closed set reads its values', () => {
  expect(workspaces.plan.mapFromDriverValue('growth')).toBe('growth');
});
