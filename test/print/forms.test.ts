import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { describe, expect, test } from 'vitest';
import { inMemory, mergePdfs, PdfSplitter, type PrintJob } from '@platen/pdf';
import { MARK_FIELDS } from '../../packages/print-engine/features/forms/script.generated.ts';
import { PrintPage } from '../../packages/print-engine/pages/print-page.ts';
import { bandOf, jobOf, sides } from './support/jobs.ts';
import { usePrinter } from './support/printer.ts';
import { variation } from '../support/thorough.ts';
import { unlimited } from '../support/unlimited.ts';

const printer = usePrinter();

/** As pdf.js describes a field. Places are points. */
interface Widget {
  readonly fieldName: string;
  readonly fieldType: 'Tx' | 'Btn' | 'Ch';
  readonly fieldValue: unknown;
  readonly alternativeText: string;
  readonly rect: readonly [number, number, number, number];
  readonly readOnly: boolean;
  readonly required: boolean;
  readonly multiLine: boolean;
  readonly password: boolean;
  readonly checkBox: boolean;
  readonly radioButton: boolean;
  readonly combo: boolean;
  readonly multiSelect: boolean;
  readonly maxLen: number | null;
  readonly options: readonly { exportValue: string; displayValue: string }[];
  readonly exportValue: string;
  readonly buttonValue: string;
  readonly textAlignment: number | null;
  readonly id: string;
  readonly defaultAppearanceData: { readonly fontSize: number; readonly fontColor: readonly number[] };
}

async function open(bytes: Uint8Array) {
  return getDocument({ data: bytes.slice(), verbosity: 0 }).promise;
}

async function widgetsOf(bytes: Uint8Array, page = 1): Promise<Widget[]> {
  const annotations: (Widget & { subtype: string })[] = await (
    await (await open(bytes)).getPage(page)
  ).getAnnotations();
  return annotations.filter(({ subtype }) => subtype === 'Widget');
}

const print = (html: string, changes: Partial<PrintJob> = {}) =>
  printer.print(jobOf(html, { forms: true, contentMargin: sides(0), ...changes }));

const RESET =
  '<!doctype html><style>body { margin: 0 } input, select, textarea { box-sizing: border-box }</style>';

describe('a control becomes a field', () => {
  test('with its name, value and flags', async () => {
    const { bytes, report } = await print(`${RESET}<label for="a">Your  name</label>
      <input id="a" name="person.name" value="Zoë Größe €" required maxlength="40">
      <input name="person.city" readonly value="Rome"><input name="off" disabled type="email" value="a@b.c">
      <input type="number" name="n" value="3"><input type="date" name="d" value="2026-03-01">
      <input placeholder="ph"><input type="password" name="pw" value="secret"><textarea name="t">one\ntwo</textarea>`);
    const widgets = await widgetsOf(bytes);
    expect(widgets.map(({ fieldName, fieldValue }) => [fieldName, fieldValue])).toEqual([
      ['person.name', 'Zoë Größe €'],
      ['person.city', 'Rome'],
      ['off', 'a@b.c'],
      ['n', '3'],
      ['d', '2026-03-01'],
      ['ph', ''],
      ['pw', ''],
      ['t', 'one\ntwo'],
    ]);
    expect(widgets[0]).toMatchObject({
      alternativeText: 'Your name',
      required: true,
      maxLen: 40,
      readOnly: false,
    });
    expect(widgets[1]).toMatchObject({ readOnly: true, required: false });
    expect(widgets[2]).toMatchObject({ readOnly: true });
    expect(widgets[6]).toMatchObject({ password: true });
    expect(widgets[7]).toMatchObject({ multiLine: true });
    expect(Buffer.from(bytes).toString('latin1')).not.toContain('field.invalid');
    expect(report.warnings).toEqual([]);
  });

  test('have their labels as hints, without the options and texts of the fields in them', async () => {
    const { bytes } = await print(
      '<label>Country <select name="c"><option>Alpha<option>Beta</select></label><label>Note <textarea name="n">one</textarea></label><input name="l" aria-label="Label">',
    );
    const widgets = await widgetsOf(bytes);
    expect(widgets.map(({ alternativeText }) => alternativeText)).toEqual(['Country', 'Note', 'Label']);
  });

  test('with its states and options', async () => {
    const { bytes } =
      await print(`${RESET}<input type="checkbox" name="c" value="yes" checked><input type="checkbox" name="c">
      <input type="radio" name="r" value="ä b"><input type="radio" name="r" value="two" checked>
      <form><input type="radio" name="r" value="two"></form>
      <select name="s"><option>one</option><option value="2" selected>two ü</option></select>
      <select name="m" multiple><option selected>x</option><option>y</option><option selected>z</option></select>`);
    const widgets = await widgetsOf(bytes);
    expect(widgets.map(({ fieldName, fieldValue }) => [fieldName, fieldValue])).toEqual([
      ['c', 'yes'],
      ['c-2', 'Off'],
      ['r', 'two'],
      ['r', 'two'],
      ['r-2', 'Off'],
      ['s', ['2']],
      ['m', ['x', 'z']],
    ]);
    expect(widgets[0]).toMatchObject({ checkBox: true, exportValue: 'yes' });
    expect(widgets[1]).toMatchObject({ checkBox: true, exportValue: 'on' });
    expect(widgets[3]).toMatchObject({ radioButton: true, buttonValue: 'two' });
    expect(widgets[5]).toMatchObject({
      combo: true,
      options: [{ exportValue: 'one' }, { displayValue: 'two ü' }],
    });
    expect(widgets[6]).toMatchObject({ combo: false, multiSelect: true });
  });

  test('at its place, in its font size and colour', async () => {
    const style = 'position: absolute; left: 100px; top: 200px; width: 300px; height: 40px';
    const html = `${RESET}<input name="a" style="${style}; font-size: 20px; color: #0080ff; text-align: center">`;
    for (const [changes, scale] of [
      [{}, 1],
      [{ scale: 0.5 }, 0.5],
      [{ pixelRatio: 2 }, 1],
    ] as const) {
      const [widget] = await widgetsOf((await print(html, changes)).bytes);
      const [left, bottom, right, top] = widget?.rect ?? [0, 0, 0, 0];
      const near = (points: number, pixels: number) =>
        expect(Math.abs(points - pixels * 0.75 * scale)).toBeLessThan(0.8);
      near(left, 100);
      near(right, 400);
      near(841.92 - top, 200);
      near(841.92 - bottom, 240);
      expect(widget?.defaultAppearanceData).toMatchObject({ fontSize: 15 * scale });
      expect(Array.from(widget?.defaultAppearanceData.fontColor ?? [])).toEqual([0, 128, 255]);
      expect(widget?.textAlignment).toBe(1);
    }
  });

  test('on the page where it is', async () => {
    const { bytes } = await print(
      `${RESET}<p style="height: 1500px">x</p><input name="two" value="2"><p style="break-before: page">y</p><input name="three">`,
    );
    expect((await widgetsOf(bytes, 1)).length).toBe(0);
    expect((await widgetsOf(bytes, 2)).map(({ fieldName }) => fieldName)).toEqual(['two']);
    expect((await widgetsOf(bytes, 3)).map(({ fieldName }) => fieldName)).toEqual(['three']);
    const part = await print(
      `${RESET}<input name="one"><p style="break-before: page">y</p><input name="two">`,
      {
        pageRanges: '2',
      },
    );
    expect((await widgetsOf(part.bytes)).map(({ fieldName }) => fieldName)).toEqual(['two']);
  });
});

test('the order of the tab key is that of tabindex, then that of the document', async () => {
  const { bytes } = await print(
    '<input name="c"><input name="b" tabindex="2"><input name="a" tabindex="1"><input name="d">',
  );
  const page = await (await open(bytes)).getPage(1);
  const names: unknown[] = (await page.getAnnotations()).map(({ fieldName }) => fieldName);
  expect(names).toEqual(['a', 'b', 'c', 'd']);
});

test('what is no field is drawn, and what is hidden is neither', async () => {
  const { bytes, report } =
    await print(`<input type="file" name="f"><button>B</button><input type="range" name="g">
    <input type="hidden" name="h" value="1"><input name="i" style="display: none"><input name="j" style="visibility: hidden">
    <input name="turned" style="transform: rotate(9deg)"><div style="position: fixed"><input name="fixed"></div>
    <iframe srcdoc="<input name=framed>"></iframe><input name="kept" style="transform: scale(1.5)">`);
  expect((await widgetsOf(bytes)).map(({ fieldName }) => fieldName)).toEqual(['kept']);
  expect(report.warnings.map(({ message }) => message)).toEqual([
    'The field "turned" is turned, so it is drawn and cannot be filled.',
    'The field "fixed" is on each page, so it is drawn and cannot be filled.',
    'The field "framed" is in a frame, so it is drawn and cannot be filled.',
  ]);
});

test('each field is drawn without the help of a reader, and the page has no text of its own below', async () => {
  const { bytes, document } = await print(
    `${RESET}<input value="visible" style="color: #c00; width: 300px; height: 40px; font-size: 30px">`,
  );
  expect(await document.text(1)).toBe('');
  const box = await document.box(1, [204, 0, 0]);
  expect(box?.heightMm).toBeGreaterThan(4);
  expect(Buffer.from(bytes).toString('latin1')).not.toContain('NeedAppearances');
});

test('a value that Helvetica does not have is whole in the file, and the report says what is seen', async () => {
  const { bytes, report } = await print('<input name="city" value="東京 Łódź">');
  expect((await widgetsOf(bytes))[0]?.fieldValue).toBe('東京 Łódź');
  expect(report.warnings).toEqual([
    {
      code: 'FIELD_GLYPHS',
      message:
        'The field "city" shows "?" for characters that Helvetica does not have. Its value in the file is complete.',
      field: 'options.forms',
    },
  ]);
});

test('a reader can save what is typed', async () => {
  const { bytes } = await print('<input name="a" value="old"><input type="checkbox" name="b">');
  const document = await open(bytes);
  const [text, box] = await widgetsOf(bytes);
  document.annotationStorage.setValue(text?.id ?? '', { value: 'new' });
  document.annotationStorage.setValue(box?.id ?? '', { value: true });
  const saved = await document.saveDocument();
  expect((await widgetsOf(saved)).map(({ fieldValue }) => fieldValue)).toEqual(['new', 'on']);
});

test('a tagged document has each field at the place of its control', async () => {
  const { bytes, document } = await print(
    '<html lang="en"><h1>Form</h1><p><label>Name <input name="a"></label></p><h2>End</h2><input type="checkbox" name="b"><input type="date" name="c">',
    { tagged: true },
  );
  const roles = (await document.roles(1)).filter((role) => !['NonStruct', 'Div', 'P'].includes(role));
  expect(roles).toEqual(['Root', 'Document', 'H1', 'Form', 'H2', 'Form', 'Form']);
  const text = Buffer.from(bytes).toString('latin1');
  expect(text).not.toContain('platen-');
  expect(text).not.toContain('PrintField');
  expect(text).toContain('/Tabs /S');
});

test('bands and a watermark are drawn around the fields', async () => {
  const { bytes, document } = await print('<input name="a" value="x">', {
    header: [bandOf('<input value="band">')],
    watermark: 'TEST',
  });
  expect((await widgetsOf(bytes)).map(({ fieldName }) => fieldName)).toEqual(['a']);
  expect(await document.text(1)).toContain('TEST');
});

variation('a field that covers its page is marked too', async () => {
  const style =
    'position: absolute; inset: 0; width: 100%; height: 100vh; border: 0; color: #fff; font-size: 3000px; background: none';
  const covered = await print(`${RESET}<input value="\u2014" style="${style}">`, { watermark: 'TEST' });
  const plain = await print(`${RESET}<p>x`, { watermark: 'TEST' });
  const marked = async ({ document }: typeof plain) => {
    const { data } = await document.pixels(1);
    return data.filter((value, index) => index % 4 === 1 && value < 240).length;
  };
  expect(await marked(covered)).toBeGreaterThan((await marked(plain)) * 0.9);
});

test('a document without a field says so', async () => {
  const { report } = await print('<p>x');
  expect(report.warnings.map(({ code }) => code)).toEqual(['NO_FIELDS']);
});

test('more fields than the limit are refused by name', async () => {
  const html = '<input>'.repeat(1_001);
  await expect(print(html)).rejects.toThrow('options.forms: the document has more than 1,000 fields');
});

const TIMEOUT_MS = 30_000;

/** How often Chromium computes styles or a layout while fields are marked. Each time can look at the whole document. */
async function countPasses(page: PrintPage, fieldCount: number): Promise<number> {
  const html = '<p><input style="field-sizing: content" value="x">'.repeat(fieldCount);
  await page.evaluate(`document.body.innerHTML = '${html}'; document.body.offsetHeight`, TIMEOUT_MS);
  const read = async () => {
    const { metrics } = await page.send('Performance.getMetrics', {}, TIMEOUT_MS);
    const passes = metrics.filter(({ name }) => /^(?:RecalcStyle|Layout)Count$/.test(name));
    expect(passes).toHaveLength(2);
    return passes.reduce((sum, { value }) => sum + value, 0);
  };
  const before = await read();
  const marking = { address: '', controlName: 'a', maxFields: fieldCount, maxCharacters: 1e6, maxSkipped: 0 };
  const marked = await page.evaluate(`${MARK_FIELDS} markFields(${JSON.stringify(marking)})`, TIMEOUT_MS);
  expect(marked).toMatchObject({ fields: { length: fieldCount } });
  return (await read()) - before;
}

test('Chromium computes styles no more often for 200 fields than for 50', async () => {
  const page = await PrintPage.open(await printer.chromium.connect(), 'fast');
  await page.send('Performance.enable', {}, TIMEOUT_MS);
  const passes = await countPasses(page, 50);
  // A pass can begin by itself meanwhile.
  for (const fieldCount of [100, 200])
    expect(await countPasses(page, fieldCount)).toBeLessThanOrEqual(passes + 10);
});

async function collect(pieces: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const all: Uint8Array[] = [];
  for await (const piece of pieces) all.push(piece);
  return new Uint8Array(Buffer.concat(all));
}

/** The names of all fields of the form. */
async function formOf(bytes: Uint8Array): Promise<string[]> {
  const objects: unknown = await (await open(bytes)).getFieldObjects();
  return objects instanceof Map ? [...objects.keys()].map(String) : [];
}

const FORM = `<input name="name" value="x"><input name="address.city" value="y"><input type="radio" name="r" value="1" checked>
  <p style="break-before: page">2</p><input type="radio" name="r" value="2"><input name="second">`;

test.each([false, true])('a merge keeps fields and renames those that clash (tagged: %s)', async (tagged) => {
  const { bytes } = await print(FORM, { tagged });
  const inputs = async function* () {
    for (const title of ['one', 'two']) yield { title, source: inMemory(bytes) };
  };
  const merged = await collect(mergePdfs(inputs(), 'Both', unlimited()));
  const names = async (page: number) => (await widgetsOf(merged, page)).map(({ fieldName }) => fieldName);
  expect(await names(1)).toEqual(['name', 'address.city', 'r']);
  expect(await names(3)).toEqual(['name-2', 'address-2.city', 'r-2']);
  expect(await names(4)).toEqual(['r-2', 'second-2']);
  expect(await formOf(merged)).toEqual(expect.arrayContaining(['name', 'name-2', 'address-2.city', 'r-2']));
});

test('a part of a split has the fields of its pages', async () => {
  const { bytes } = await print(FORM);
  const splitter = await PdfSplitter.open(inMemory(bytes), unlimited());
  const part = await collect(splitter.excerpt([2]));
  expect((await widgetsOf(part)).map(({ fieldName, fieldValue }) => [fieldName, fieldValue])).toEqual([
    ['r', '1'],
    ['second', ''],
  ]);
  expect((await formOf(part)).sort()).toEqual(['r', 'second']);
});
