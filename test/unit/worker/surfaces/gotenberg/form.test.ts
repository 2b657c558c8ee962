import { Meter } from '@platen/meter';
import { expect, test, vi } from 'vitest';
import { ApiError } from '../../../../../worker/lib/api-error.ts';
import {
  baseName,
  FORM_MAX_HEADER_BYTES,
  FORM_MAX_PARTS,
  FORM_MAX_VALUES,
  readForm,
} from '../../../../../worker/surfaces/gotenberg/form.ts';

const meter = () => new Meter({ maxWork: 1e12 });

async function encode(form: FormData): Promise<{ bytes: Uint8Array<ArrayBuffer>; type: string }> {
  const encoded = new Response(form);
  return {
    bytes: new Uint8Array(await encoded.arrayBuffer()),
    type: encoded.headers.get('Content-Type') ?? '',
  };
}

const messageOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => '',
    (error: unknown) => (error as ApiError).message,
  );

test('fields keep their order, and files their names without folders', async () => {
  const form = new FormData();
  form.append('stampSource', 'text');
  form.append('stampSource', 'image');
  form.append('files', new Blob(['<p>']), '../../etc/index.html');
  const { bytes, type } = await encode(form);
  const read = await readForm(bytes, type, meter());
  expect(read.values.get('stampSource')).toEqual(['text', 'image']);
  expect(read.files.map(({ field, name }) => [field, name])).toEqual([['files', 'index.html']]);
});

test('a form has so many parts and no more, and is not parsed then', async () => {
  const form = new FormData();
  for (let index = 0; index <= FORM_MAX_PARTS; index += 1) form.append('a', '');
  const { bytes, type } = await encode(form);
  expect(await messageOf(readForm(bytes, type, meter()))).toBe(
    `Invalid form data: the form has ${FORM_MAX_PARTS + 1} parts; ${FORM_MAX_PARTS} are allowed`,
  );
});

test.each([
  ['one long header', `A: ${'b'.repeat(1_000_000)}\r\n\r\n`],
  ['many headers', `${'A: b\r\n'.repeat(100_000)}\r\n`],
  ['headers without an end', 'A: b\r\n'.repeat(100_000)],
  ['a long name', `Content-Disposition: form-data; name="${'n'.repeat(1_000_000)}"\r\n\r\n`],
  ['parts of many headers', `${'A: b\r\n'.repeat(500)}\r\n\r\n--X\r\n`.repeat(200)],
])('a form with %s is not parsed', async (_, part) => {
  const bytes = new TextEncoder().encode(`--X\r\n${part}\r\n--X--`);
  const parse = vi.spyOn(Response.prototype, 'formData');
  expect(await messageOf(readForm(bytes, 'multipart/form-data; boundary=X', meter()))).toMatch(
    new RegExp(
      `^Invalid form data: the parts of the form have headers of \\d+ bytes; ${FORM_MAX_HEADER_BYTES} are allowed$`,
    ),
  );
  expect(parse).not.toHaveBeenCalled();
  parse.mockRestore();
});

test('a form has so many JSON values in all of its fields and no more', async () => {
  const read = async (texts: readonly string[]) => {
    const form = new FormData();
    for (const [index, text] of texts.entries()) form.append(`field${index}`, text);
    const { bytes, type } = await encode(form);
    return messageOf(readForm(bytes, type, meter()));
  };
  const names = (count: number) =>
    JSON.stringify(Object.fromEntries(Array.from({ length: count }, (_, index) => [`X-${index}`, 'b'])));
  const refusal = `Invalid form data: the fields have more than ${FORM_MAX_VALUES} JSON values, where a new name counts as ten`;
  expect(await read([names(4_000)])).toBe('');
  expect(await read([names(5_000)])).toBe(refusal);
  expect(await read(Array(2).fill(names(2_500)))).toBe(refusal);
  expect(await read([`[${'0,'.repeat(60_000)}0]`])).toBe(refusal);
  expect(await read(['a,'.repeat(60_000)])).toBe('');
});

test('the work grows with the bytes', async () => {
  const workOf = async (size: number): Promise<number> => {
    const own = meter();
    const form = new FormData();
    form.append('files', new Blob(['x'.repeat(size)]), 'index.html');
    const { bytes, type } = await encode(form);
    await readForm(bytes, type, own);
    return own.work;
  };
  const small = await workOf(100_000);
  expect(small).toBeGreaterThan(100_000);
  expect(await workOf(400_000)).toBeLessThan(4.5 * small);
});

test.each([
  ['application/json', "Invalid 'Content-Type' header value: want 'multipart/form-data'"],
  ['multipart/form-data', "Invalid 'Content-Type' header value: no boundary"],
  [
    'multipart/form-data; boundary=abc',
    "Malformed body: it does not match the 'Content-Type' header boundaries",
  ],
])('a body of the type %s is refused', async (type, message) => {
  expect(await messageOf(readForm(new TextEncoder().encode('nothing'), type, meter()))).toBe(message);
});

test.each([
  ['C:\\Windows\\foo', 'foo'],
  ['/tmp/foo', 'foo'],
  ['a\u{1}b\nc', 'abc'],
])('%j is %s', (path, name) => {
  expect(baseName(path)).toBe(name);
});
