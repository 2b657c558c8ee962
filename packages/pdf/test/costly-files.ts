import { deflateSync } from 'node:zlib';
import { pdfOf, simple, stream } from './foreign-pdf.ts';

/** Its bookmarks are in a packed stream with this data. */
export function withPackedObject(data: string, more = '', first = 4): string {
  const text = simple('/Outlines 9 0 R', '', [
    stream(data, `/Type/ObjStm/N 1/First ${first}/Filter/FlateDecode${more}`),
  ]);
  const body = text.slice(0, text.indexOf('xref\n'));
  const rows = Buffer.alloc(8 * 10);
  for (let id = 1; id <= 6; id += 1) {
    rows[id * 8] = 1;
    rows.writeUInt32BE(body.indexOf(`\n${id} 0 obj`) + 1, id * 8 + 1);
  }
  rows[9 * 8] = 2;
  rows.writeUInt32BE(6, 9 * 8 + 1);
  const table = stream(rows.toString('latin1'), '/Type/XRef/Root 1 0 R/W[1 4 3]/Size 10');
  return `${body}7 0 obj\n${table}\nendobj\nstartxref\n${body.length}\n%%EOF\n`;
}

/** Few packed objects that form a tree with endless branches. */
function endlessBranches(): string {
  const branches = Array.from({ length: 60 }, (_, index) => {
    const next = index === 59 ? '[]' : `${index + 11} 0 R`;
    return `[<</Kids ${next}>><</Kids ${next}>>]`;
  });
  const heads: string[] = [];
  let length = 0;
  for (const [index, branch] of branches.entries()) {
    heads.push(`${index + 10} ${length}`);
    length += branch.length + 1;
  }
  const head = `${heads.join(' ')} `;
  const packed = stream(head + branches.join(' '), `/Type/ObjStm/N 60/First ${head.length}`);
  const text = pdfOf(['<</Type/Catalog/Pages 2 0 R>>', '<</Kids 10 0 R>>', packed]);
  return text.slice(0, text.indexOf('xref\n'));
}

function annotationsOfAll(count: number): string {
  const references = Array.from({ length: count }, (_, index) => `${index + 6} 0 R`).join(' ');
  const annotations = Array.from({ length: count }, (_, index) =>
    index === 0 ? `<</Subtype/Link/All[${references}]>>` : '<</Subtype/Link>>',
  );
  return simple('', `/Annots[${references}]`, annotations);
}

const endlessStrings = (count: number): string =>
  `%PDF-1.7\n${Array.from({ length: count }, (_, index) => `${index + 1} 0 obj(`).join('')}`;

const packedDigits = (count: number): string =>
  withPackedObject(deflateSync('1'.repeat(count)).toString('latin1'), '', count);

type CostlyFile = readonly [what: string, file: (size: number) => string, end: string];

/** Files that ask for much work. Of size 1, they are past the limits of the service. */
export const COSTLY_FILES: readonly CostlyFile[] = [
  [
    'an object stream that expands to more than is allowed',
    (size) => withPackedObject(deflateSync(Buffer.alloc(300_000_000 * size)).toString('latin1')),
    'a stream of objects cannot be expanded',
  ],
  [
    'an object stream of digits',
    (size) => packedDigits(8_000_000 * size),
    'the file needs more work than a PDF of its size',
  ],
  [
    'packed objects that form a tree with endless branches',
    endlessBranches,
    'the file needs more work than a PDF of its size',
  ],
  ['a page that lists its annotations many times', (size) => annotationsOfAll(50_000 * size), '1'],
  ['a long string', (size) => simple(`/Long(${'a'.repeat(15_000_000 * size)})`), 'a string is too long'],
  ['many spaces', (size) => simple(`/Long${' '.repeat(15_000_000 * size)}1`), '1'],
  [
    'heads of objects in strings that do not end',
    (size) => endlessStrings(100_000 * Math.sqrt(size)),
    'the file needs more work than a PDF of its size',
  ],
];
