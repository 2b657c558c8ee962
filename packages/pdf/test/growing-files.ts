import { deflateSync } from 'node:zlib';
import { pdfOf, simple, stream } from './foreign-pdf.ts';

const many = (count: number, text: (index: number) => string, separator = ''): string =>
  Array.from({ length: count }, (_, index) => text(index)).join(separator);

const packed = (data: string | Uint8Array, entries = ''): string =>
  stream(deflateSync(data).toString('latin1'), `/Filter/FlateDecode${entries}`);

/** An object stream. @param places of the objects with the ids from 1000, in the text */
function objectStream(places: readonly number[], text: string): string {
  const head = `${places.map((place, index) => `${1000 + index} ${place}`).join(' ')} `;
  return packed(head + text, `/Type/ObjStm/N ${places.length}/First ${head.length}`);
}

/** The reader looks for the objects of a file without a table. */
const withoutTable = (text: string): string => text.slice(0, text.indexOf('xref\n'));

/** All objects of an object stream are in one place. */
const inOnePlace = (text: string): string =>
  withoutTable(
    simple('', '', [
      objectStream(
        Array.from({ length: 60 }, () => 0),
        text,
      ),
    ]),
  );

/** Each object of an object stream has one of these texts. */
const inEach = (count: number, text: string): string =>
  withoutTable(
    simple('', '', [
      objectStream(
        Array.from({ length: count }, (_, index) => index * (text.length + 1)),
        many(count, () => text, ' '),
      ),
    ]),
  );

/** Rows of zeros that are predicted by Paeth. */
const predicted = (rows: number, columns: number): Uint8Array => {
  const data = new Uint8Array(rows * (columns + 1));
  for (let at = 0; at < data.length; at += columns + 1) data[at] = 4;
  return data;
};

/** A file whose cross-references are in a stream. */
function withTableStream(data: Uint8Array, entries: string): string {
  const body = withoutTable(simple());
  const table = packed(data, `/Type/XRef/Root 1 0 R${entries}`);
  return `${body}9 0 obj\n${table}\nendobj\nstartxref\n${body.length}\n%%EOF\n`;
}

/** Each has a table of one entry, and the place of the one before. */
function versions(count: number): string {
  let text = withoutTable(simple());
  let previous = '';
  for (let index = 0; index < count; index += 1) {
    const start = text.length;
    text += `xref\n0 1\n0000000000 65535 f \ntrailer\n<</Size 6/Root 1 0 R${previous}>>\n`;
    previous = `/Prev ${start}`;
  }
  return `${text}startxref\n${text.lastIndexOf('xref\n0')}\n%%EOF\n`;
}

/** A page tree of nodes that have one child each, or the page. */
const nested = (levels: number): string =>
  pdfOf([
    '<</Type/Catalog/Pages 2 0 R>>',
    ...Array.from({ length: levels }, (_, index) => `<</Kids[${index + 3} 0 R]/Big[${'1 '.repeat(50)}]>>`),
    '<</Type/Page>>',
  ]);

const list = (count: number, first: number): string => many(count, (index) => `${index + first} 0 R `);

/** Pages without resources of their own. @param resources with the ids 4 or more in a reference, or the dictionary itself */
const inheriting = (pages: number, resources: string, others: readonly string[]): string =>
  pdfOf([
    '<</Type/Catalog/Pages 2 0 R>>',
    `<</Kids[${list(pages, 4 + others.length)}]/Count ${pages}/Resources ${resources}/MediaBox[0 0 9 9]>>`,
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
    ...others,
    ...Array.from({ length: pages }, () => '<</Type/Page/Parent 2 0 R>>'),
  ]);

const fonts = (count: number): string => `<</Font<<${many(count, (index) => `/F${index} 3 0 R`)}>>>>`;

/** Makes a file in which something is there `n` times. */
type Growing = readonly [what: string, file: (n: number) => string, n: number];

/** The files that cost most for their size, of each kind of value and each way to read it. */
export const GROWING_FILES: readonly Growing[] = [
  ['digits that all objects of a stream share', (n) => inOnePlace(`<${'0'.repeat(n)}>`), 50_000],
  ['a name that all objects of a stream share', (n) => inOnePlace(`/${'a'.repeat(n)}`), 10_000],
  ['spaces that all objects of a stream share', (n) => inOnePlace(`${' '.repeat(n)}1`), 50_000],
  ['a number that all objects of a stream share', (n) => inOnePlace('1'.repeat(n)), 10_000],
  [
    'parentheses that all objects of a stream share',
    (n) => inOnePlace(`${'('.repeat(n)}${')'.repeat(n)}`),
    20_000,
  ],
  [
    'objects of one place',
    (n) =>
      withoutTable(
        simple('', '', [
          objectStream(
            Array.from({ length: n }, () => 0),
            `<${'0'.repeat(50 * n)}>`,
          ),
        ]),
      ),
    100,
  ],
  ['objects in an object stream', (n) => inEach(n, '<</A[1 2 0 R(b)]>>'), 2_000],
  [
    'an object stream that is predicted',
    (n) =>
      withoutTable(
        simple('', '', [
          packed(predicted(n, 10), '/Type/ObjStm/N 1/First 9/DecodeParms<</Predictor 15/Columns 10>>'),
        ]),
      ),
    20_000,
  ],
  [
    'cross-references that are predicted',
    (n) => withTableStream(predicted(n, 4), `/W[1 2 1]/Size ${n}/DecodeParms<</Predictor 15/Columns 4>>`),
    20_000,
  ],
  [
    'parts of a stream of cross-references',
    (n) => withTableStream(new Uint8Array(4 * n), `/W[1 2 1]/Size ${n}/Index[${'0 1 '.repeat(n)}]`),
    5_000,
  ],
  [
    'heads of objects in a file without a table',
    (n) => `%PDF-1.7\n${many(n, (index) => `${index} 0 obj\n`)}`,
    2_000,
  ],
  ['heads of one object', (n) => `%PDF-1.7\n${many(n, () => '1 0 obj\n')}`, 5_000],
  ['trailers', (n) => `%PDF-1.7\n${many(n, () => 'trailer<<')}`, 2_000],
  [
    'object streams',
    (n) =>
      withoutTable(
        simple(
          '',
          '',
          Array.from({ length: n }, () => objectStream([0], '1')),
        ),
      ),
    1_000,
  ],
  [
    'streams without an end',
    (n) =>
      withoutTable(
        simple(
          '',
          '',
          Array.from({ length: n }, () => '<<>>stream\n'),
        ),
      ),
    20,
  ],
  ['spaces', (n) => simple(`/A${' '.repeat(n)}1`), 100_000],
  ['spaces between numbers', (n) => simple(`/A[${`1${' '.repeat(100)}`.repeat(n)}]`), 1_000],
  ['comments', (n) => simple(`/A${'%\n'.repeat(n)}1`), 50_000],
  ['a comment', (n) => simple(`/A%${'x'.repeat(n)}\n1`), 100_000],
  ['digits', (n) => simple(`/A<${'0'.repeat(n)}>`), 100_000],
  ['escapes', (n) => simple(`/A(${'\\0'.repeat(n)})`), 50_000],
  ['parentheses', (n) => simple(`/A(${'('.repeat(n)}${')'.repeat(n)})`), 50_000],
  ['a name', (n) => simple(`/${'#41'.repeat(n)} 1`), 3_000],
  ['numbers', (n) => simple(`/A[${'1 '.repeat(n)}]`), 20_000],
  ['lists', (n) => simple(`/A[${'[]'.repeat(n)}]`), 20_000],
  ['dictionaries', (n) => simple(`/A[${'<<>>'.repeat(n)}]`), 10_000],
  ['nested lists', (n) => simple(`/A[${`${'['.repeat(90)}${']'.repeat(90)}`.repeat(n)}]`), 100],
  ['open lists', (n) => simple(`/A${'['.repeat(n)}`), 50_000],
  [
    'entries of a table',
    (n) => simple().replace('xref\n0 6\n', `xref\n10 ${n}\n${'0000000009 00000 n \n'.repeat(n)}0 6\n`),
    5_000,
  ],
  ['sections of a table', (n) => simple().replace('xref\n', `xref\n${'7 0\n'.repeat(n)}`), 5_000],
  ['versions', versions, 200],
  ['pages', (n) => simple('', '', [], `/Kids[${'<</Type/Page>>'.repeat(n)}]/Count ${n}`), 200],
  ['pages of one place', (n) => simple('', '', [], `/Kids[${'3 0 R '.repeat(n)}]/Count ${n}`), 20_000],
  ['levels of pages', nested, 15],
  ['pages that inherit fonts', (n) => inheriting(n, fonts(1_000), []), 100],
  ['pages that inherit fonts of an object', (n) => inheriting(n, '4 0 R', [fonts(1_000)]), 100],
  ['fonts that pages inherit', (n) => inheriting(100, fonts(n), []), 1_000],
  ['annotations', (n) => simple('', `/Annots[${'<</Subtype/Link>>'.repeat(n)}]`), 1_000],
  [
    'annotations of one place',
    (n) => simple('', `/Annots[${'6 0 R '.repeat(n)}]`, [`<</Subtype/Link/A[${'1 '.repeat(100)}]>>`]),
    200,
  ],
  ['resources', (n) => simple('', `/Resources<</Font<<${many(n, (index) => `/F${index} 5 0 R`)}>>>>`), 2_000],
  [
    'filters',
    (n) =>
      simple('/Outlines 6 0 R', '', [stream('x', `/Type/ObjStm/First 1/Filter[${'/LZWDecode'.repeat(n)}]`)]),
    2_000,
  ],
  [
    'names of places',
    (n) => simple(`/Names<</Dests<</Names[${many(n, (index) => `(${index})[3 0 R/Fit]`)}]>>>>`),
    2_000,
  ],
  [
    'bookmarks',
    (n) =>
      simple('/Outlines 6 0 R', '', [
        '<</First 7 0 R>>',
        ...Array.from({ length: n }, (_, index) => `<</Title(A)/Dest[3 0 R/Fit]/Next ${index + 8} 0 R>>`),
      ]),
    500,
  ],
  ['fields', (n) => simple(`/AcroForm<</Fields[${'6 0 R '.repeat(n)}]>>`, '', ['<</FT/Tx/T(a)>>']), 500],
  [
    'kids of a field that is there as often',
    (n) =>
      simple(`/AcroForm<</Fields[${'6 0 R '.repeat(n)}]>>`, '', [
        `<</FT/Tx/T(a)/Kids[${'7 0 R '.repeat(n)}]>>`,
        '<</T(b)>>',
      ]),
    1_000,
  ],
  [
    'appearances of an annotation that is there as often',
    (n) =>
      simple('', `/Annots[${'6 0 R '.repeat(n)}]`, [
        `<</Subtype/Widget/AP<</N<<${many(n, (index) => `/N${index} 7 0 R`)}>>>>>>`,
        '<<>>',
      ]),
    1_000,
  ],
];

/** The file in which `what` is there `n` times. */
export function growingFile(what: string, n: number): string {
  const [, file] = GROWING_FILES.find(([name]) => name === what) ?? [];
  if (file === undefined) throw new Error(`no file has ${what}`);
  return file(n);
}
