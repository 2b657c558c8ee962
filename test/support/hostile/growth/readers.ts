import { brotliDecompressSync } from 'node:zlib';
import { checkInvoiceXml, parseXml } from '@platen/e-invoice';
import { TemplateEngine, TemplateEnvironment } from '@platen/handlebars';
import { readCss, readPieces } from '@platen/markup';
import type { Meter } from '@platen/meter';
import { readAsset } from '../../../../compose/assets/check/read-asset.ts';
import { readBodyText } from '../../../../compose/body-text.ts';
import { dereferenceSchema } from '../../../../compose/data-schema/index.ts';
import { renderMarkdown } from '../../../../compose/markdown/render-markdown.ts';
import { MarkdownValues } from '../../../../compose/markdown/values.ts';
import { parseMessage } from '../../../../compose/translations/parse-message.ts';
import { makeAccessible } from '../../../../packages/pdf/accessible/mend.ts';
import { requireArchivable } from '../../../../packages/pdf/archive/require-archivable.ts';
import { fromText, importAll } from '../../../../packages/pdf/test/foreign-pdf.ts';
import { GROWING_FILES } from '../../../../packages/pdf/test/growing-files.ts';
import { LineReader } from '../../../../worker/verbs/batches/line-reader.ts';
import { drawFont, drawPicture, drawProfile, latin1 } from './file-grammars.ts';
import type { GrowingReader } from './growing.ts';
import { drawContent, drawPdf } from './pdf-grammar.ts';
import { drawPush, readPush } from './push-grammar.ts';

/** Short enough to look for a shorter run if a reader is slow with it. */
const CHARACTERS = 8_000;

/** Text in which a few words of the grammar repeat. The first character of `words` separates them. */
function repeating(words: string, around: (text: string) => string = (text) => text): GrowingReader['draw'] {
  const list = words.slice(1).split(words.charAt(0));
  return (random) => {
    const run = Array.from({ length: 1 + random.below(5) }, () => random.pick(list)).join('');
    const count = (n: number) => Math.ceil(n / Math.max(1, run.length));
    return { what: JSON.stringify(run), make: (n) => around(run.repeat(count(n))), n: CHARACTERS };
  };
}

async function* bodyOf(text: string): AsyncGenerator<Uint8Array> {
  const bytes = latin1(text);
  for (let at = 0; at < bytes.length; at += 65_536) yield bytes.subarray(at, at + 65_536);
}

const readFile = (text: string, meter: Meter) =>
  readAsset(latin1(text), (data, maxOutputLength) => brotliDecompressSync(data, { maxOutputLength }), meter);

/** What `pdfa` and `pdfua` do. */
async function readContent(text: string, meter: Meter): Promise<void> {
  const { source } = await importAll(fromText(text), { meter });
  await Promise.allSettled([
    requireArchivable(source, '2u', meter),
    makeAccessible(source, { links: [], language: 'en', meter }),
  ]);
}

const engine = new TemplateEngine(new TemplateEnvironment({}), {});

const JSON_WORDS = '~{~}~[~]~"a":~"b"~,~:~1~null~\\"~\\u0041~ ~\n~"';
const ICU = "|{|}|''|'|#|{a}|{a, number}|{a, plural, |other {|one {|=1 {|offset:1|,|a| |\n|😀";
const MARKDOWN = '~*~**~_~[~]~](~)~![~`~```~<~>~# ~- ~1. ~| ~|-|~\\~&amp;~[^1]~[^1]: ~~~~:~a~    ~ ~\n~\n\n';
const XML = '|<b>|</b>|<b/>|<b c="|"|\'|<!--|-->|<![CDATA[|]]>|]]|<?x|?>|&amp;|&#60;|&|<|>| xmlns:a="b"| |\n';
const CSS = '|/*|*/|/* |a|{|}|:|;|url(|(|)|"|\'|\\61 |\\|\0|@media|@import|#|.|1|<![CDATA[|]]>| |\n';

export const PDF_READER: GrowingReader = {
  name: 'PDF',
  maxBlocksPerUnit: 4,
  draw: (random) => {
    if (random.chance(0.5)) return drawPdf(random);
    const [what, make, n] = random.pick(GROWING_FILES);
    return { what, make, n };
  },
  read: (text, meter) => importAll(fromText(text), { meter }),
};

/** Each reads what a stranger sends. `docs/security.md` has a row for each. */
export const GROWING_READERS: readonly GrowingReader[] = [
  PDF_READER,
  {
    name: 'the content of pages',
    maxBlocksPerUnit: 3,
    draw: drawContent,
    read: readContent,
  },
  { name: 'push', maxBlocksPerUnit: 1.5, draw: drawPush, read: readPush },
  { name: 'fonts', maxBlocksPerUnit: 1.5, draw: drawFont, read: readFile },
  { name: 'pictures', maxBlocksPerUnit: 0.2, draw: drawPicture, read: readFile },
  { name: 'ICC', maxBlocksPerUnit: 0.2, draw: drawProfile, read: readFile },
  {
    name: 'SVG',
    maxBlocksPerUnit: 1.2,
    draw: repeating(CSS, (text) => `<svg xmlns="http://www.w3.org/2000/svg"><style>${text}</style></svg>`),
    read: readFile,
  },
  { name: 'XML', maxBlocksPerUnit: 2, draw: repeating(XML, (text) => `<a>${text}</a>`), read: parseXml },
  {
    name: 'invoices',
    maxBlocksPerUnit: 6,
    draw: repeating(
      '|<Note>a</Note>|<InvoiceLine>|</InvoiceLine>|<TaxTotal>|</TaxTotal>|<TaxAmount currencyID="USD">1</TaxAmount>|<ID/>',
      (text) => `<Invoice xmlns="urn:oasis:names:specification:ubl:schema:xsd:Invoice-2">${text}</Invoice>`,
    ),
    read: (text, meter) => checkInvoiceXml(text, 'peppol', meter),
  },
  {
    name: 'JSON of bodies',
    maxBlocksPerUnit: 3,
    draw: repeating(JSON_WORDS),
    read: (text, meter) => readBodyText(bodyOf(text), meter, () => null),
  },
  {
    name: 'NDJSON',
    maxBlocksPerUnit: 3.5,
    draw: repeating(`${JSON_WORDS}~\n\n~\r\n~\t`),
    read: async (text, meter) => {
      const lines = new LineReader(bodyOf(text), { maxBytes: 1e9, maxLineBytes: 1e9 }, meter);
      while ((await lines.next()) !== null);
    },
  },
  { name: 'CSS', maxBlocksPerUnit: null, draw: repeating(CSS), read: (text) => readCss(text).rest.length },
  {
    name: 'HTML',
    maxBlocksPerUnit: null,
    draw: repeating(
      '|<|</|>|<a|<a b="|"|\'|=|/|<!--|--|-->|<!|<style>|</style>|<title>|<svg>|<script>|&amp;| |\n',
    ),
    read: (text) => Array.from(readPieces(text)).length,
  },
  { name: 'ICU messages', maxBlocksPerUnit: null, draw: repeating(ICU), read: (text) => parseMessage(text) },
  {
    name: 'Handlebars',
    maxBlocksPerUnit: null,
    draw: repeating(
      '~{{a}}~{{{a}}}~{{#a}}~{{/a}}~{{else}}~{{!~{{!--~--}}~{{~}}~{{> a}}~(~)~"~\\{{~\\~a.b~../~ ~\n~|',
    ),
    read: (text) => engine.compile(text),
  },
  {
    name: 'JSON Schema',
    maxBlocksPerUnit: null,
    draw: repeating(
      '~{"a":1}~{"type":"string"}~{"enum":[1,2]}~{"$ref":"#"}~{"pattern":"a*"}',
      (text) => `{"allOf":[${text.replaceAll('}{', '},{')}]}`,
    ),
    read: (text, meter) => dereferenceSchema(JSON.parse(text), meter),
  },
  {
    name: 'Markdown',
    maxBlocksPerUnit: 60,
    // A paragraph is read at once, and the whole text may be one.
    maxWorkWithoutLook: Number.POSITIVE_INFINITY,
    draw: repeating(MARKDOWN),
    read: (text, meter) =>
      renderMarkdown(text, new MarkdownValues(Number.POSITIVE_INFINITY), {
        meter,
        limits: { field: 'markdown', maxChars: Number.POSITIVE_INFINITY },
      }),
  },
];
