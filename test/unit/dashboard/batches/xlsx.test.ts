import { describe, expect, test } from 'vitest';
import { CellError } from '../../../../dashboard/pages/batches/new/data-table.ts';
import { readFile } from '../../../../dashboard/pages/batches/new/read-file.ts';
import { textRow, workbook } from '../../../support/workbook.ts';

const read = (file: File, sheet?: string) => readFile(file, 5_000_000, sheet);

const valuesOf = async (file: File, sheet?: string) =>
  (await read(file, sheet)).records.map(({ line, values }) => [line, Object.fromEntries(values)]);

const HEAD = textRow('a', 'b', 'c', 'd');

/** One row below the head, with the cell in column A. */
const cell = async (xml: string, more: object = {}) => {
  const { records } = await read(workbook({ rows: `${HEAD}<row>${xml}<c><v>1</v></c></row>`, ...more }));
  return records[0]?.values.get('a');
};

describe('a workbook', () => {
  test('has its columns in the first row that has values, and keeps the numbers of its rows', async () => {
    const rows = `<row r="1"/><row r="3"><c r="B3" t="s"><v>0</v></c><c r="C3" t="s"><v>1</v></c></row>
      <row r="5"><c r="C5"><v>7</v></c><c r="Z5"><v>9</v></c></row><row r="9"><c r="B9" s="1"/></row>
      <row r="1048576"><c r="B1048576" t="b"><v>1</v></c></row>`;
    const strings = '<si><t>Name</t></si><si><r><t>To</t></r><r><t xml:space="preserve">tal </t></r></si>';
    const table = await read(workbook({ rows, strings }));
    expect(table).toMatchObject({ columns: ['Name', 'Total'], unit: 'Row', sheets: ['Data'] });
    expect(table.records.map(({ line, values }) => [line, ...values.values()])).toEqual([
      [5, '', '7'],
      [1_048_576, 'true', ''],
    ]);
  });

  test('offers the sheets that are shown, and reads one of them', async () => {
    const sheets =
      '<sheet name="Notes" state="hidden" r:id="rId2"/><sheet name="A &amp; B" r:id="rId1"/><sheet name="More" r:id="rId2"/>';
    const sheet2 = `<x:worksheet><x:sheetData><x:row><x:c t="str"><x:v>k</x:v></x:c></x:row><x:row><x:c><x:v>2</x:v></x:c></x:row></x:sheetData></x:worksheet>`;
    const file = workbook({
      rows: `${textRow('a')}${textRow('1')}`,
      sheets,
      more: { 'xl/worksheets/sheet2.xml': sheet2 },
    });
    expect(await read(file)).toMatchObject({ sheets: ['A & B', 'More'], columns: ['a'] });
    expect(await valuesOf(file, 'More')).toEqual([[2, { k: '2' }]]);
  });

  test.each([
    ['<c><v>0.30000000000000004</v></c>', '0.3'],
    ['<c><v>1E-3</v></c>', '0.001'],
    ['<c t="str"><f>A1&amp;B1</f><v>a_x000D_b</v></c>', 'a\rb'],
    ['<c t="inlineStr"><is><t>東京</t><rPh sb="0" eb="2"><t>トウキョウ</t></rPh></is></c>', '東京'],
    ['<c t="inlineStr"><is><t>A &lt; B</t></is></c>', 'A < B'],
    ['<c t="d"><v>2026-11-26T00:00:00Z</v></c>', '2026-11-26'],
    ['<c><f>1+1</f><v>2</v></c>', '2'],
  ])('has the values that it shows: %s', async (xml, expected) => {
    expect(await cell(xml)).toBe(expected);
  });

  test.each([
    ['14', '', '46352', '2026-11-26'],
    ['22', '', '46352.3958333333', '2026-11-26T09:30:00'],
    ['20', '', '0.5', '12:00:00'],
    ['164', 'yyyy\\-mm\\-dd', '1', '1900-01-01'],
    ['164', '[$-407]d. mmmm yyyy', '60.25', '1900-03-01T06:00:00'],
    ['164', '[h]:mm', '1.5', '36:00:00'],
    ['164', '00000', '1067', '01067'],
    ['164', '#,##0.00 &quot;days&quot;', '12.5', '12.5'],
    ['164', '[Red]0.0', '3', '3'],
    ['164', 'General', '3', '3'],
    ['49', '', '3', '3'],
  ])('knows dates, durations and leading zeros by the format %s %s', async (id, code, value, expected) => {
    const styles = `<numFmts><numFmt numFmtId="164" formatCode="${code}"/></numFmts>
      <cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="${id}"/></cellXfs>`;
    expect(await cell(`<c s="1"><v>${value}</v></c>`, { styles })).toBe(expected);
  });

  test('may count its dates from 1904', async () => {
    const styles = '<cellXfs><xf numFmtId="14"/></cellXfs>';
    const properties = '<workbookPr date1904="1"/>';
    expect(await cell('<c s="0"><v>44890</v></c>', { styles, properties })).toBe('2026-11-26');
  });

  test('has errors of cells that matter only where they are used', async () => {
    const error = await cell('<c t="e"><f>1/0</f><v>#DIV/0!</v></c>');
    expect(error).toEqual(new CellError('the cell has the error #DIV/0!'));
    expect(await cell('<c><f>NOW()</f></c>')).toMatchObject({
      message: expect.stringContaining('no stored result'),
    });
    expect(
      await cell('<c s="0"><v>-3</v></c>', { styles: '<cellXfs><xf numFmtId="14"/></cellXfs>' }),
    ).toEqual(new CellError('the cell has no valid date'));
  });
});

describe('a hostile workbook', () => {
  const refused = (file: File, message: string) => expect(read(file)).rejects.toThrow(message);

  test('expands no further than its limits, whatever it declares', async () => {
    const bomb = workbook({ rows: `${HEAD}${' '.repeat(160_000_000)}` });
    expect(bomb.size).toBeLessThan(400_000);
    await refused(bomb, 'The workbook is too large when it is unpacked.');
    // The directory says that each part has 10 bytes.
    const bytes = new Uint8Array(await workbook({ rows: `${HEAD}${textRow('1')}`.repeat(50) }).arrayBuffer());
    const view = new DataView(bytes.buffer);
    for (let at = 0; at < bytes.length - 4; at += 1) {
      if (view.getUint32(at, true) === 0x02014b50) view.setUint32(at + 24, 10, true);
    }
    await refused(new File([bytes], 'a.xlsx'), 'The workbook is damaged.');
  });

  test.each([
    [
      'a cell far to the right',
      `${HEAD}<row><c r="XFD2"><v>1</v></c></row>`,
      'Row 2 has a value in column 16384.',
    ],
    ['an address that is no address', `${HEAD}<row><c r="ZZZZZZZZ9"><v>1</v></c></row>`, ''],
    ['no closing tags', `${HEAD}<row><c>`, 'The workbook is damaged.'],
    ['two columns of one name', textRow('a', 'a') + textRow('1', '2'), 'Two columns have the name “a”.'],
    ['no values', '', 'The sheet is empty.'],
    ['only a head', HEAD, 'The file has no rows.'],
    ['too many rows', HEAD + '<row><c><v>1</v></c></row>'.repeat(100_001), 'more than 100,000 rows'],
  ])('with %s', async (_, rows, message) => {
    if (message === '')
      expect(await valuesOf(workbook({ rows }))).toEqual([[2, { a: '1', b: '', c: '', d: '' }]]);
    else await refused(workbook({ rows }), message);
  });

  test('with a DTD expands no entities', async () => {
    const sheet = `<!DOCTYPE x [<!ENTITY a "lol"><!ENTITY b "&a;&a;&a;">]><worksheet><sheetData>${textRow('&b;')}${textRow('1')}</sheetData></worksheet>`;
    const { columns } = await read(workbook({ rows: '', more: { 'xl/worksheets/sheet1.xml': sheet } }));
    expect(columns[0]).not.toContain('lol');
  });

  test.each(['a.xls', 'b.xlsx'])('of another format says so: %s', async (name) => {
    await refused(new File(['\u{D0CF}'], name), 'The file is not an XLSX workbook.');
  });
});
