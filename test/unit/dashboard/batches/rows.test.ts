import { describe, expect, test } from 'vitest';
import { buildRows } from '../../../../dashboard/pages/batches/new/build-rows.ts';
import {
  type FieldSource,
  matchColumns,
  unsourced,
} from '../../../../dashboard/pages/batches/new/column-mapping.ts';
import { readFile } from '../../../../dashboard/pages/batches/new/read-file.ts';
import { DataCalls } from '../../../../dashboard/pages/batches/new/data-calls.ts';
import { describeProblem } from '../../../../dashboard/pages/batches/new/data-table.ts';
import { templateFields } from '../../../../dashboard/pages/batches/new/template-fields.ts';

const FILE_LIMIT = 1_000;

const read = (text: string | Uint8Array<ArrayBuffer>, name = 'rows.csv') =>
  readFile(new File([text], name), FILE_LIMIT);

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
    const { problems, records } = await read('a,b\n1,2\n3\n4,5,6');
    expect(records).toHaveLength(1);
    expect(problems.map((problem) => describeProblem(problem, 'Line'))).toEqual([
      'Line 3: has 1 values, and the file has 2 columns',
      'Line 4: has 3 values, and the file has 2 columns',
    ]);
    await expect(read('a,b\n1,2\n7,"8\n9,10')).rejects.toThrow('Line 3: a quotation mark is not closed.');
  });

  test.each([
    ['sep=;\r\na;b\r\n1,5;2', '1,5'],
    ['\uFEFFsep=;\na;b\n1;2', '1'],
    ['"sep=;";\na;b\n1,5,7;2', '1,5,7'],
    ['SEP=\t\ra\tb\r1\t2', '1'],
    ['sep=^\na^b\n1,2,3^2', '1,2,3'],
  ])('may name its delimiter for Excel in a line before the columns: %j', async (text, a) => {
    expect(await valuesOf(text)).toEqual([[3, { a, b: '2' }]]);
  });

  test('may have a column that only looks like such a line', async () => {
    expect(await valuesOf('sep=;total\n1;2')).toEqual([[2, { 'sep=': '1', total: '2' }]]);
  });

  test('counts its lines with the one that names the delimiter', async () => {
    const { problems } = await read('sep=;\na;b\n1;2\n3');
    expect(problems).toMatchObject([{ line: 4 }]);
  });

  test.each(['utf16le', 'utf16be'])('may be Unicode text: %s', async (encoding) => {
    const bytes = Buffer.from('\uFEFFname\tnote\r\nMün\t€', 'utf16le');
    if (encoding === 'utf16be') bytes.swap16();
    const { records } = await read(new Uint8Array(bytes));
    expect(Object.fromEntries(records[0]?.values ?? [])).toEqual({ name: 'Mün', note: '€' });
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
    ['PK\u0003\u0004', 'The workbook is damaged.'],
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
    expect((await read('[{"a":1},7]', 'a.json')).problems).toMatchObject([
      { line: 2, message: 'is not an object' },
    ]);
    expect((await read('{"a":1}\n{"a"', 'a.jsonl')).problems).toMatchObject([
      { line: 2, message: 'is not a JSON object' },
    ]);
    await expect(read('[\n{"a":}]', 'a.json')).rejects.toThrow('line 2, column 6: a value is expected');
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
        lines: {
          type: 'array',
          items: {
            required: ['text'],
            properties: {
              text: { type: 'string' },
              tax: { properties: { rate: { type: 'number' } } },
              parts: { type: 'array', items: { properties: { a: {} } } },
            },
          },
        },
        tags: { type: 'array', items: { type: 'string' } },
      },
    };
    expect(templateFields({ dataSchema, sampleData: { other: 1 } })).toEqual([
      { name: 'customer.name', type: 'text', required: true, list: null },
      { name: 'customer.vip', type: 'boolean', required: false, list: null },
      { name: 'total', type: 'number', required: true, list: null },
      { name: 'lines', type: 'json', required: false, list: null },
      { name: 'lines[].text', type: 'text', required: true, list: 'lines' },
      { name: 'lines[].tax.rate', type: 'number', required: false, list: 'lines' },
      { name: 'lines[].parts', type: 'json', required: false, list: 'lines' },
      { name: 'tags[]', type: 'text', required: false, list: 'tags' },
    ]);
  });

  test('come from its sample data, if it has no schema', () => {
    const sampleData = {
      customer: { name: 'Ada' },
      paid: true,
      total: 7,
      lines: [{ price: 1 }],
      tags: ['a'],
    };
    expect(
      templateFields({ dataSchema: null, sampleData }).map(({ name, type }) => `${name} ${type}`),
    ).toEqual([
      'customer.name text',
      'paid boolean',
      'total number',
      'lines json',
      'lines[].price number',
      'tags[] text',
    ]);
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

  const build = async (text: string, name?: string, sources: Record<string, FieldSource> = {}) => {
    const table = await read(text, name);
    const mapping = matchColumns(table.columns, fields);
    const all = new Map([...mapping.sources, ...Object.entries(sources)]);
    return buildRows(table, fields, { ...mapping, sources: all });
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
    const { rows, lines, problems, wrongRows } = await build(
      'id,Sum total,paid,lines\nA,"1,5,0",maybe,[\n,7,,\nB,,,\nC,1,,\nC,2,,',
      'a.csv',
      { total: { kind: 'column', column: 'Sum total' } },
    );
    expect(rows).toEqual([{ externalId: 'C', templateData: { total: 1 } }]);
    expect([lines, wrongRows]).toEqual([[5], 4]);
    expect(problems.map((problem) => describeProblem(problem, 'Line'))).toEqual([
      'Line 2, column “Sum total” (total): “1,5,0” is not a number such as 1234.5',
      'Line 2, column “paid”: “maybe” is not true or false',
      'Line 2, column “lines”: “[” is not JSON',
      'Line 3, column “id” (External ID): is empty',
      'Line 4, column “Sum total” (total): is empty',
      'Line 6, column “id” (External ID): “C” is also in line 5',
    ]);
  });

  test('without a column for it have the line as external ID, and keep values of JSON', async () => {
    const { rows } = await build('{"customer.name":"Ada","total":"7","lines":[{"a":1}]}', 'rows.ndjson');
    expect(rows).toEqual([
      { externalId: '1', templateData: { customer: { name: 'Ada' }, total: 7, lines: [{ a: 1 }] } },
    ]);
  });

  test.each([
    ['12,50 1.234,50 1.234', [12.5, 1234.5, 1234]],
    ['12.50 1,234.50 1,234', [12.5, 1234.5, 1234]],
    ['1.234 1234567,5', [1234, 1_234_567.5]],
    ['0,125 1.234.567 1.234', [0.125, 1_234_567, 1234]],
    ['1.234 7', [1.234, 7]],
    ['12,5 12.5', [12.5, 12.5]],
    ['007 12345678901234567890 1234567890123.45', ['007', '12345678901234567890', 1_234_567_890_123.45]],
  ])('have the numbers of the file: %s', async (texts, numbers) => {
    const { rows, problems } = await build(
      `total;id\n${texts
        .split(' ')
        .map((text, at) => `${text};${at}`)
        .join('\n')}`,
    );
    expect(problems).toEqual([]);
    expect(rows.map(({ templateData }) => templateData?.total)).toEqual(numbers);
  });

  test('have no number that can be two', async () => {
    const { problems } = await build('total;id\n1,234;a\n1 234,50;b\n12.5;c');
    expect(problems.map(({ message }) => message)).toEqual([
      '“1,234” can be 1234 and 1.234: write one of them',
    ]);
  });

  test('name the values that have no column', () => {
    const mapping = matchColumns(['Total', 'x'], fields);
    expect(unsourced(fields, mapping)).toEqual({ names: ['customer.name', 'paid', 'lines'], count: 4 });
  });

  test('change no prototype', async () => {
    const hostile = [{ name: '__proto__.polluted', type: 'text' as const, required: false, list: null }];
    const table = await read('__proto__.polluted\nyes');
    const { rows } = buildRows(table, hostile, matchColumns(table.columns, hostile));
    expect(JSON.stringify(rows[0]?.templateData)).toBe('{"__proto__":{"polluted":"yes"}}');
    expect({}).not.toHaveProperty('polluted');
  });

  test('may have a value that is the same in all of them', async () => {
    const paid = { kind: 'fixed', text: 'yes' } as const;
    const { rows } = await build('id,total\nA,1\nB,2', 'a.csv', { paid });
    expect(rows.map(({ templateData }) => templateData)).toEqual([
      { total: 1, paid: true },
      { total: 2, paid: true },
    ]);
    const wrong = await build('id,total\nA,1\nB,2', 'a.csv', { paid: { kind: 'fixed', text: 'maybe' } });
    // The page shows it once, at the field.
    expect(wrong.problems).toEqual([]);
  });

  test('have the values of objects in JSON', async () => {
    const { rows } = await build('[{"id":1,"customer":{"name":"Ada"},"total":7}]', 'rows.json');
    expect(rows).toEqual([{ externalId: '1', templateData: { customer: { name: 'Ada' }, total: 7 } }]);
  });

  test('are sent with one line for each', async () => {
    const calls = new DataCalls();
    await calls.read(new File(['id,total\nA,1\nB,x\nC,3'], 'a.csv'), FILE_LIMIT);
    const mapping = matchColumns(['id', 'total'], fields);
    expect(calls.build(fields, mapping)).toMatchObject({ count: 2, wrongRows: 1, moreProblems: 0 });
    expect(Object.fromEntries(calls.build(fields, mapping).shown)).toEqual({ '=id': '"A"', total: '1' });
    const { body, lines } = calls.pack({ templateId: 'tpl_1' }, fields, mapping);
    expect(lines).toEqual([2, 4]);
    expect(
      (await body.text())
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line) as unknown),
    ).toEqual([
      { templateId: 'tpl_1' },
      { externalId: 'A', templateData: { total: 1 } },
      { externalId: 'C', templateData: { total: 3 } },
    ]);
  });
});

describe('the entries of a list', () => {
  const fields = templateFields({
    dataSchema: null,
    sampleData: { customer: 'Ada', lines: [{ text: 'Tea', price: 1, unit: 'kg' }], tags: ['a'] },
  });

  const build = async (text: string, sources: Record<string, FieldSource> = {}) => {
    const table = await read(text);
    const mapping = matchColumns(table.columns, fields);
    return buildRows(table, fields, {
      ...mapping,
      sources: new Map([...mapping.sources, ...Object.entries(sources)]),
    });
  };

  test('come from the rows with the same external ID, in any order', async () => {
    const unit = { kind: 'fixed', text: 'kg' } as const;
    const { rows, problems, lines } = await build(
      'ID,Customer,Text,Price,Tags\nA,Ada,Tea,1,x\nB,Bela,Cup,2,\nA,,Pot,3.5,y\nA,Ada,,,"[""z"",""w""]"',
      { 'lines[].unit': unit },
    );
    expect(problems).toEqual([]);
    expect(lines).toEqual([2, 3]);
    expect(rows).toEqual([
      {
        externalId: 'A',
        templateData: {
          customer: 'Ada',
          lines: [
            { text: 'Tea', price: 1, unit: 'kg' },
            { text: 'Pot', price: 3.5, unit: 'kg' },
          ],
          tags: ['x', 'y', 'z', 'w'],
        },
      },
      {
        externalId: 'B',
        templateData: { customer: 'Bela', lines: [{ text: 'Cup', price: 2, unit: 'kg' }], tags: [] },
      },
    ]);
  });

  test('have the problems of their own line, and other values must not differ', async () => {
    const { rows, problems, wrongRows } = await build(
      'ID,Customer,Text,Price\nA,Ada,Tea,1\nA,Bela,Pot,three\nB,,Cup,2',
    );
    expect(rows.map(({ externalId }) => externalId)).toEqual(['B']);
    expect(wrongRows).toBe(1);
    expect(problems.map((problem) => describeProblem(problem, 'Line'))).toEqual([
      'Line 3, column “Customer” (customer): differs from line 2, which has the same external ID',
      'Line 3, column “Price” (lines[].price): “three” is not a number such as 1234.5',
    ]);
  });

  test('need no external ID, if each row has one entry', async () => {
    const { rows } = await build('Customer,Text\nAda,Tea\nAda,Pot');
    expect(rows).toEqual([
      { externalId: '2', templateData: { customer: 'Ada', lines: [{ text: 'Tea' }] } },
      { externalId: '3', templateData: { customer: 'Ada', lines: [{ text: 'Pot' }] } },
    ]);
  });

  test('come from one column of JSON, if it has the name of the list', async () => {
    const { rows } = await build('ID,Lines,Text\nA,"[{""text"":""Tea""}]",x');
    expect(rows).toEqual([{ externalId: 'A', templateData: { lines: [{ text: 'Tea' }] } }]);
  });
});
