import { describe, expect, test } from 'vitest';
import { buildRows } from '../../../../dashboard/pages/batches/new/build-rows.ts';
import { matchColumns } from '../../../../dashboard/pages/batches/new/column-mapping.ts';
import { readFile } from '../../../../dashboard/pages/batches/new/read-file.ts';
import { toNdjson } from '../../../../dashboard/pages/batches/new/start-batch.ts';
import { templateFields } from '../../../../dashboard/pages/batches/new/template-fields.ts';

const BOUNDS = { maxBytes: 1_000, maxRows: 5 };

const read = (text: string | Uint8Array<ArrayBuffer>, name = 'rows.csv') =>
  readFile(new File([text], name), BOUNDS);

const valuesOf = async (text: string, name?: string) =>
  (await read(text, name)).records.map(({ line, values }) => [line, Object.fromEntries(values)]);

describe('a CSV file', () => {
  test('has its columns in the first line, and records with their lines', async () => {
    expect(await valuesOf('\uFEFFname;note\r\nAda;"two\r\nlines"\r\n\r\nBela;"a ""b"""\r\n')).toEqual([
      [2, { name: 'Ada', note: 'two\r\nlines' }],
      [5, { name: 'Bela', note: 'a "b"' }],
    ]);
  });

  test.each([
    ['a,b\n1,2', ','],
    ['a\tb\n1\t2', 'tab'],
    ['a|b\n1|2', '|'],
  ])('is read with its delimiter: %j', async (text) => {
    expect(await valuesOf(text)).toEqual([[2, { a: '1', b: '2' }]]);
  });

  test('names the lines that do not fit', async () => {
    const { problems, records } = await read('a,b\n1,2\n3\n4,5,6\n7,"8');
    expect(records).toHaveLength(1);
    expect(problems).toEqual([
      { line: 3, message: 'has 1 values, and the first line has 2 columns' },
      { line: 4, message: 'has 3 values, and the first line has 2 columns' },
      { line: 5, message: 'a quotation mark is not closed' },
    ]);
  });

  test('may come from a spreadsheet on Windows', async () => {
    const bytes = new Uint8Array(Buffer.from('name\nMün', 'latin1'));
    expect((await read(bytes)).records[0]?.values.get('name')).toBe('Mün');
  });

  test.each([
    ['', 'The file is empty.'],
    ['a,b\n', 'The file has no rows.'],
    ['a,a\n1,2', 'Two columns have the name “a”.'],
    ['a,\n1,2', null],
    [`${Array.from({ length: 201 }, (_, at) => at).join()}\n1`, 'The file has 201 columns.'],
    ['a\n1\n2\n3\n4\n5\n6', 'The file has 6 rows. The plan allows 5 in a batch.'],
    [`a\n${'x'.repeat(1_000)}`, 'The file is larger than 0.001 MB, the limit of the plan.'],
  ])('%#: is refused if it cannot be a batch', async (text, message) => {
    if (message === null) expect((await read(text)).columns).toEqual(['a', '']);
    else await expect(read(text)).rejects.toThrow(message);
  });
});

describe('a JSON file', () => {
  test('is an array of objects, or an object on each line', async () => {
    const expected = { name: 'Ada', lines: [1, 2] };
    expect(await valuesOf('[{"name":"Ada","lines":[1,2]}]', 'a.json')).toEqual([[1, expected]]);
    expect(await valuesOf('\n{"name":"Ada","lines":[1,2]}\n', 'a.ndjson')).toEqual([[2, expected]]);
  });

  test('names what is no object, and the line of a syntax error', async () => {
    expect((await read('[{"a":1},7]', 'a.json')).problems).toEqual([
      { line: 2, message: 'is not an object' },
    ]);
    expect((await read('{"a":1}\n{"a"', 'a.jsonl')).problems).toEqual([
      { line: 2, message: 'is not a JSON object' },
    ]);
    await expect(read('[\n{"a":}]', 'a.json')).rejects.toThrow('syntax error on line 2');
    await expect(read('{"rows":[]}', 'a.json')).rejects.toThrow('must be an array of objects');
  });
});

describe('the fields of a template', () => {
  test('come from its schema', () => {
    const dataSchema = {
      required: ['customer', 'total'],
      properties: {
        customer: { required: ['name'], properties: { name: { type: 'string' }, vip: { type: 'boolean' } } },
        total: { type: ['number', 'null'] },
        lines: { type: 'array', items: { type: 'object' } },
      },
    };
    expect(templateFields({ dataSchema, sampleData: { other: 1 } })).toEqual([
      { name: 'customer.name', type: 'text', required: true },
      { name: 'customer.vip', type: 'boolean', required: false },
      { name: 'total', type: 'number', required: true },
      { name: 'lines', type: 'json', required: false },
    ]);
  });

  test('come from its sample data, if it has no schema', () => {
    const sampleData = { customer: { name: 'Ada' }, paid: true, total: 7, lines: [{}] };
    expect(
      templateFields({ dataSchema: null, sampleData }).map(({ name, type }) => `${name} ${type}`),
    ).toEqual(['customer.name text', 'paid boolean', 'total number', 'lines json']);
    expect(templateFields({ dataSchema: null, sampleData: null })).toEqual([]);
  });
});

describe('the rows of a batch', () => {
  const fields = templateFields({
    dataSchema: {
      required: ['total'],
      properties: {
        customer: { properties: { name: { type: 'string' } } },
        total: { type: 'number' },
        paid: { type: 'boolean' },
        lines: { type: 'array' },
      },
    },
    sampleData: null,
  });

  const build = async (text: string, name?: string) => {
    const table = await read(text, name);
    return buildRows(table, fields, matchColumns(table.columns, fields));
  };

  test('have the values of their columns, found by name and converted', async () => {
    const { rows, problems } = await build(
      'ID;Customer Name;TOTAL;Paid;lines;File name\nA-1;Ada;12.50;yes;[1];invoice A-1\nA-2;Bela;7;;;',
    );
    expect(problems).toEqual([]);
    expect(rows).toEqual([
      {
        externalId: 'A-1',
        filename: 'invoice A-1',
        templateData: { customer: { name: 'Ada' }, total: 12.5, paid: true, lines: [1] },
      },
      { externalId: 'A-2', templateData: { customer: { name: 'Bela' }, total: 7 } },
    ]);
  });

  test('that are wrong are named by their line', async () => {
    const { rows, problems } = await build('id,total,paid,lines\nA,"1,5",maybe,[\n,7,,\nB,,,\nC,1,,\nC,2,,');
    expect(rows).toEqual([{ externalId: 'C', templateData: { total: 1 } }]);
    expect(problems).toEqual([
      {
        line: 2,
        message:
          'total: “1,5” is not a number such as 1234.5; paid: “maybe” is not true or false; lines: “[” is not JSON',
      },
      { line: 3, message: 'the external ID is empty' },
      { line: 4, message: 'total: is empty' },
      { line: 6, message: 'line 5 has the same external ID “C”' },
    ]);
  });

  test('without a column for it have the line as external ID, and keep values of JSON', async () => {
    const { rows } = await build('{"customer.name":"Ada","total":"7","lines":[{"a":1}]}', 'rows.ndjson');
    expect(rows).toEqual([
      { externalId: '1', templateData: { customer: { name: 'Ada' }, total: 7, lines: [{ a: 1 }] } },
    ]);
  });

  test('change no prototype', async () => {
    const hostile = [{ name: '__proto__.polluted', type: 'text' as const, required: false }];
    const table = await read('__proto__.polluted\nyes');
    const { rows } = buildRows(table, hostile, matchColumns(table.columns, hostile));
    expect(JSON.stringify(rows[0]?.templateData)).toBe('{"__proto__":{"polluted":"yes"}}');
    expect({}).not.toHaveProperty('polluted');
  });

  test('are sent with one line for each', async () => {
    const { rows } = await build('id,total\nA,1');
    const lines = (await toNdjson({ templateId: 'tpl_1' }, rows).text()).trimEnd().split('\n');
    expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual([{ templateId: 'tpl_1' }, ...rows]);
  });
});
