import { Meter } from '@platen/meter';
import { expect, test } from 'vitest';
import { ApiError } from '../../../../../worker/lib/api-error.ts';
import { baseName, FORM_MAX_PARTS, readForm } from '../../../../../worker/surfaces/gotenberg/form.ts';

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
