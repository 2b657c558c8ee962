import { deflateSync } from 'node:zlib';
import { simple, stream } from '../../../../packages/pdf/test/foreign-pdf.ts';
import type { Random } from '../../random.ts';
import type { GrowingInput } from './growing.ts';

const WORDS =
  '~<~>~0~A~/a~#41~ ~[~]~(~)~\\~<<~>>~1 0 R~1 ~%\n~%~null~true~-1.5~stream\n~endstream~endobj~obj~xref~trailer<<';

const CONTENT =
  '~q ~Q ~1 ~ ~(~)~a~Tj ~<00>~<~>~/a ~/F 9 Tf ~[~]~<<~>>~% ~\n~BI ~/P<</MCID 0>>BDC ~BMC ~EMC ~BT ~ET ~\\(~0 0 9 9 re f ';

const withoutTable = (text: string): string => text.slice(0, text.indexOf('xref\n'));

const packed = (data: string | Uint8Array, entries: string): string =>
  stream(deflateSync(data).toString('latin1'), `/Filter/FlateDecode${entries}`);

function objectStream(places: readonly number[], text: string): string {
  const head = `${places.map((place, index) => `${1_000 + index} ${place}`).join(' ')} `;
  return packed(head + text, `/Type/ObjStm/N ${places.length}/First ${head.length}`);
}

const inFile = (...objects: readonly string[]): string => withoutTable(simple('', '', objects));

const repeated = (text: string, n: number): string => text.repeat(Math.ceil(n / text.length));

/** A file with a run of the grammar in one of the places where a reader looks. */
export function drawPdf(random: Random): GrowingInput {
  const words = WORDS.slice(1).split('~');
  const run = Array.from({ length: 1 + random.below(4) }, () => random.pick(words)).join('') || ' ';
  const open = random.pick(['', '<', '(', '/', '[', '<<']);
  const kind = random.below(5);
  const paeth = (rows: number): Uint8Array =>
    new Uint8Array(11 * rows).map((_, at) => (at % 11 === 0 ? kind : 0));
  const columns = '/DecodeParms<</Predictor 15/Columns 10>>';
  const inputs: readonly (readonly [string, (n: number) => string, number])[] = [
    ['in the catalog', (n) => simple(`/A${open}${repeated(run, n)}`), 10_000],
    ['in a page', (n) => simple('', `/A${open}${repeated(run, n)}`), 10_000],
    ['after the header', (n) => `%PDF-1.7\n${repeated(run, n)}`, 10_000],
    [
      'as lines with heads of objects',
      (n) => `%PDF-1.7\n${Array.from({ length: n }, (_, id) => `${id} 0 obj\n${run}`).join('')}`,
      1_000,
    ],
    [
      'in entries of one place',
      (n) =>
        inFile(
          objectStream(
            Array.from({ length: n }, () => 0),
            open + repeated(run, 20 * n),
          ),
        ),
      100,
    ],
    [
      'in entries that go back',
      (n) =>
        inFile(
          objectStream(
            Array.from({ length: n }, (_, at) => n - at),
            open + repeated(run, 20 * n),
          ),
        ),
      100,
    ],
    ['in object streams', (n) => inFile(...Array.from({ length: n }, () => objectStream([0], run))), 200],
    ['in predicted rows', (n) => inFile(packed(paeth(n), `/Type/ObjStm/N 1/First 9${columns}`)), 20_000],
  ];
  const [place, make, n] = random.pick(inputs);
  return { what: `${JSON.stringify(open + run)} ${place}, rows of ${kind}`, make, n };
}

/** A file whose page draws a run of the grammar of contents. It expands when the file is finished. */
export function drawContent(random: Random): GrowingInput {
  const run = Array.from({ length: 1 + random.below(4) }, () =>
    random.pick(CONTENT.slice(1).split('~')),
  ).join('');
  const make = (n: number): string => simple('', '/Contents 6 0 R', [packed(repeated(run || ' ', n), '')]);
  return { what: JSON.stringify(run), make, n: 20_000 };
}
