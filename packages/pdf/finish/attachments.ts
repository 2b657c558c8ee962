import { createHash } from 'node:crypto';
import { InvalidPdfOption } from '../options/invalid-option.ts';
import type { Attachment } from '../options/finish-options.ts';
import { fromBase64 } from '../file/base64.ts';
import { UnreadablePdf } from '../file/dictionary.ts';
import { type PdfReader } from '../file/reader.ts';
import type { PdfRewrite } from '../file/rewrite.ts';
import {
  readArray,
  readEntries,
  readString,
  toHexString,
  toTextString,
  writeEntries,
} from '../file/syntax.ts';

/** A text of less than this is not compressed. */
const COMPRESSED_BYTES = 256;

/** Adds files to the catalog of a document (ISO 32000-2, 7.11.4). @throws {UnreadablePdf | InvalidPdfOption} */
export async function attachFiles(
  rewrite: PdfRewrite,
  catalog: Map<string, string>,
  { attachments, reader }: { readonly attachments: readonly Attachment[]; readonly reader: PdfReader },
): Promise<void> {
  if (attachments.length === 0) return;
  const names = await readOwn(reader, catalog.get('Names'));
  const known = await readOwn(reader, names.get('EmbeddedFiles'));
  if (known.has('Kids')) throw new UnreadablePdf('the attachments of the file are in a tree');
  const entries = new Map<string, string>();
  const pairs = readArray(known.get('Names') ?? '[]');
  for (let at = 0; at + 1 < pairs.length; at += 2)
    entries.set(readString(pairs[at] ?? ''), pairs[at + 1] ?? '');
  const added: string[] = [];
  for (const [index, attachment] of attachments.entries()) {
    const key = toKey(attachment.name);
    if (entries.has(key)) {
      throw new InvalidPdfOption(
        `options.attachments[${index}].name: the file has an attachment with this name`,
      );
    }
    const id = `${await writeAttachment(rewrite, attachment)} 0 R`;
    entries.set(key, id);
    added.push(id);
  }
  // Readers search the names, so they are in the order of their bytes.
  const inOrder = [...entries].sort(([one], [other]) => (one < other ? -1 : 1));
  const list = inOrder.map(([key, id]) => `${toHexString(latin1Bytes(key))} ${id}`).join(' ');
  names.set('EmbeddedFiles', `<</Names [${list}]>>`);
  catalog.set('Names', writeEntries(names));
  catalog.set('AF', `[${[...readArray(catalog.get('AF') ?? '[]'), ...added].join(' ')}]`);
}

/** A dictionary of the catalog or of a dictionary in it. This engine writes them in place. */
async function readOwn(reader: PdfReader, written: string | undefined): Promise<Map<string, string>> {
  if (written === undefined) return new Map();
  const id = /^(\d+) 0 R$/.exec(written)?.[1];
  return readEntries(id === undefined ? written : (await reader.object(Number(id))).text);
}

async function writeAttachment(rewrite: PdfRewrite, attachment: Attachment): Promise<number> {
  const { name, mediaType, description, relationship, content } = attachment;
  const data = 'text' in content ? new TextEncoder().encode(content.text) : fromBase64(content.base64);
  const isPacked = 'text' in content && data.byteLength >= COMPRESSED_BYTES;
  const written = isPacked ? await compress(content.text) : data;
  const now = toDate(new Date());
  const checksum = toHexString(createHash('md5').update(data).digest());
  const file = rewrite.reserve();
  const dictionary = [
    `<</Type /EmbeddedFile /Subtype ${toName(mediaType)}`,
    isPacked ? '/Filter /FlateDecode' : '',
    `/Params <</Size ${data.byteLength} /CheckSum ${checksum} /CreationDate (${now}) /ModDate (${now})>>`,
    `/Length ${written.byteLength}>>`,
  ];
  rewrite.write(file, dictionary.filter((part) => part !== '').join('\n'), written);
  const text = toTextString(name);
  return rewrite.add(
    [
      `<</Type /Filespec /F ${text} /UF ${text}`,
      description === null ? '' : `/Desc ${toTextString(description)}`,
      `/AFRelationship /${relationship} /EF <</F ${file} 0 R /UF ${file} 0 R>>>>`,
    ]
      .filter((part) => part !== '')
      .join('\n'),
  );
}

/** UTF-16, as characters of one byte each. */
const toKey = (name: string): string => readString(toTextString(name));

/** `text/xml` is `/text#2Fxml` (ISO 32000-1, 7.3.5). */
const toName = (text: string): string =>
  `/${text.replaceAll(/[^\w.+-]/g, (character) => `#${character.charCodeAt(0).toString(16).padStart(2, '0')}`)}`;

/** `D:20261121234406Z` */
const toDate = (date: Date): string => `D:${date.toISOString().slice(0, 19).replaceAll(/[-T:]/g, '')}Z`;

const latin1Bytes = (text: string): Uint8Array => Uint8Array.from(text, (char) => char.charCodeAt(0));

async function compress(text: string): Promise<Uint8Array> {
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream('deflate'));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}
