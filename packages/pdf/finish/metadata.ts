import type { FacturX, Metadata, PdfaLevel } from '../options/finish-options.ts';
import { readString, readTextString, toTextString } from '../file/syntax.ts';
import { describeSchemas, UA_SCHEMA } from './extension-schemas.ts';
import { FACTUR_X_SCHEMA, writeFacturX } from './factur-x.ts';

/** The document information (ISO 32000-1, 14.3.3), as it is written. */
export type Info = Map<string, string>;

const TEXTS = [
  ['title', 'Title'],
  ['author', 'Author'],
  ['subject', 'Subject'],
  ['creator', 'Creator'],
] as const;

/** Between keywords. */
const SEPARATOR = ', ';

/** Replaces fields of the information, and writes the others again: a title from HTML can have characters that XML cannot. */
export function changeInfo(info: Info, metadata: Metadata): Info {
  const changed = new Map(info);
  const change = (name: string, replacement: string | null): void => {
    const written = info.get(name);
    const text = replacement ?? (written === undefined ? null : readTextString(written));
    if (text !== null) changed.set(name, toTextString(toXmlText(text)));
  };
  for (const [field, name] of TEXTS) change(name, metadata[field]);
  change('Keywords', metadata.keywords?.join(SEPARATOR) ?? null);
  return changed;
}

const CONTROLS = /\p{Cc}+/gu;
const NONCHARACTERS = /[\u{FFFE}\u{FFFF}]/gu;

/** XML has no control characters, no lone surrogates, no U+FFFE and no U+FFFF (XML 1.0, 2.2), not even escaped. */
const toXmlText = (text: string): string =>
  text.toWellFormed().replaceAll(CONTROLS, ' ').replaceAll(NONCHARACTERS, '\u{FFFD}');

export interface XmpFields {
  /** If null, the keywords of the information are written as one text. */
  readonly keywords: readonly string[] | null;
  readonly language: string | null;
  readonly pdfa: PdfaLevel | null;
  /** The file claims PDF/UA-1. */
  readonly pdfua: boolean;
  readonly facturX: FacturX | null;
}

/** Returns the same as XMP (ISO 16684-1). It reads the information after all changes, so the two agree. */
export function toXmp(info: Info, { keywords, language, pdfa, pdfua, facturX }: XmpFields): string {
  const text = (name: string): string | null => {
    const written = info.get(name);
    return written === undefined ? null : readTextString(written);
  };
  const date = (name: string): string | null => {
    const written = info.get(name);
    return written === undefined ? null : toIsoDate(readString(written));
  };
  const joined = text('Keywords');
  const words = keywords ?? (joined === null || joined === '' ? [] : joined.split(SEPARATOR));
  const properties = [
    '<dc:format>application/pdf</dc:format>',
    element('dc:title', alternative(text('Title'))),
    element('dc:creator', list('Seq', text('Author') === null ? [] : [text('Author') ?? ''])),
    element('dc:description', alternative(text('Subject'))),
    element('dc:subject', list('Bag', words)),
    element('dc:language', list('Bag', language === null ? [] : [language])),
    element('pdf:Keywords', escaped(joined)),
    element('pdf:Producer', escaped(text('Producer'))),
    element('xmp:CreatorTool', escaped(text('Creator'))),
    element('xmp:CreateDate', date('CreationDate')),
    element('xmp:ModifyDate', date('ModDate')),
    element('xmp:MetadataDate', date('ModDate')),
    element('pdfaid:part', pdfa?.slice(0, 1) ?? null),
    element('pdfaid:conformance', pdfa?.slice(1).toUpperCase() ?? null),
    element('pdfuaid:part', pdfua ? '1' : null),
  ];
  return [
    '<?xpacket begin="\u{FEFF}" id="W5M0MpCehiHzreSzNTczkc9d"?>',
    '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">',
    '<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/"' +
      ' xmlns:pdf="http://ns.adobe.com/pdf/1.3/" xmlns:xmp="http://ns.adobe.com/xap/1.0/"' +
      (pdfa === null ? '' : ' xmlns:pdfaid="http://www.aiim.org/pdfa/ns/id/"') +
      `${pdfua ? ` xmlns:pdfuaid="${UA_SCHEMA.uri}"` : ''}>`,
    ...properties.filter((property) => property !== ''),
    '</rdf:Description>',
    describeSchemas([
      ...(pdfua && pdfa !== null ? [UA_SCHEMA] : []),
      ...(facturX === null ? [] : [FACTUR_X_SCHEMA]),
    ]),
    facturX === null ? '' : writeFacturX(facturX),
    '</rdf:RDF></x:xmpmeta>',
    '<?xpacket end="r"?>',
  ]
    .filter((line) => line !== '')
    .join('\n');
}

const element = (name: string, content: string | null): string =>
  content === null ? '' : `<${name}>${content}</${name}>`;

const alternative = (text: string | null): string | null =>
  text === null ? null : `<rdf:Alt><rdf:li xml:lang="x-default">${escaped(text)}</rdf:li></rdf:Alt>`;

const list = (kind: 'Seq' | 'Bag', texts: readonly string[]): string | null =>
  texts.length === 0
    ? null
    : `<rdf:${kind}>${texts.map((text) => `<rdf:li>${escaped(text)}</rdf:li>`).join('')}</rdf:${kind}>`;

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

const escaped = (text: string | null): string | null =>
  text === null ? null : toXmlText(text).replaceAll(/[&<>]/g, (character) => ENTITIES[character] ?? '');

const DATE = /^D:(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(?:(Z)|([+-])(\d\d)'?(\d\d)'?)?/;

/** `D:20261121234406+00'00'` (ISO 32000-1, 7.9.4). It is null if it is not as Skia writes dates. */
function toIsoDate(text: string): string | null {
  const [, year, month, day, hour, minute, second, , sign, zoneHour, zoneMinute] = DATE.exec(text) ?? [];
  if (year === undefined) return null;
  const zone = sign === undefined ? 'Z' : `${sign}${zoneHour}:${zoneMinute}`;
  return `${year}-${month}-${day}T${hour}:${minute}:${second}${zone}`;
}
