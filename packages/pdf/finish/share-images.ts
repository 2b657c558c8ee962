import { createHash } from 'node:crypto';
import { findReferences, mapReferences } from '../file/dictionary.ts';
import { type PdfObject, PdfReader } from '../file/reader.ts';
import { PdfRewrite } from '../file/rewrite.ts';
import { toHexString } from '../file/syntax.ts';
import { copyStream } from '../merge/copy-stream.ts';

/** A file of which less than this share is twice keeps it, because all its objects are read to share it. */
const MIN_SHARE = 0.05;

/** An image that names its place in the tags or a layer is not shared. */
const OWN = /\/(?:StructParent|OC) \d/;

/**
 * Writes images that are the same once. Chromium draws the shadow of each box as an image of its own.
 *
 * @param ids of objects that could be the same, in the order of the file
 * @returns the document itself, if too little of it is twice
 */
export async function shareImages(document: PdfReader, ids: readonly number[]): Promise<PdfReader> {
  const twins = await findTwins(document, ids);
  const saved = [...twins.keys()].reduce((bytes, id) => bytes + lengthOf(document, id), 0);
  if (twins.size === 0 || saved < MIN_SHARE * document.source.sizeBytes) return document;
  const rewrite = new PdfRewrite(document);
  for (const id of document.idsInOrder()) {
    if (twins.has(id)) rewrite.drop(id);
    else await redirect(rewrite, document, { object: await document.object(id), twins });
  }
  return PdfReader.open(await rewrite.finish(), document.meter);
}

/** Returns the images that are there before, by the id of the first one. */
async function findTwins(document: PdfReader, ids: readonly number[]): Promise<ReadonlyMap<number, number>> {
  const byLength = new Map<number, PdfObject[]>();
  for (const id of ids) {
    const image = await document.object(id);
    if (image.stream === null || !image.text.includes('/Subtype /Image') || OWN.test(image.text)) continue;
    const others = byLength.get(image.stream.length);
    if (others) others.push(image);
    else byLength.set(image.stream.length, [image]);
  }
  const digests = new ImageDigests(document);
  const twins = new Map<number, number>();
  for (const images of byLength.values()) {
    if (images.length === 1) continue;
    const known = new Map<string, number>();
    for (const image of images) {
      const digest = await digests.digestOf(image);
      const twin = known.get(digest);
      if (twin === undefined) known.set(digest, image.id);
      else twins.set(image.id, twin);
    }
  }
  return twins;
}

const lengthOf = (document: PdfReader, id: number): number => {
  const { offset, end } = document.locate(id);
  return end - offset;
};

async function redirect(
  rewrite: PdfRewrite,
  document: PdfReader,
  { object, twins }: { readonly object: PdfObject; readonly twins: ReadonlyMap<number, number> },
): Promise<void> {
  if (!findReferences(object.text).some((id) => twins.has(id))) return;
  const text = mapReferences(object.text, (id) => twins.get(id) ?? id);
  rewrite.write(object.id, text, object.stream ? await document.readStream(object) : undefined);
}

/** Images with the same dictionary and the same bytes have the same digest, as have their masks and colour spaces. */
class ImageDigests {
  readonly #document: PdfReader;
  readonly #known = new Map<number, Promise<string>>();

  constructor(document: PdfReader) {
    this.#document = document;
  }

  async digestOf(object: PdfObject): Promise<string> {
    const parts = new Map<number, string>();
    for (const part of findReferences(object.text)) parts.set(part, await this.#partOf(part));
    const text = object.text.replaceAll(
      /(\d{1,10}) 0 R\b/g,
      (_, part: string) => `${parts.get(Number(part))}`,
    );
    return this.#digest(object, text);
  }

  /** The references of a mask or a colour space are compared as they are. */
  #partOf(id: number): Promise<string> {
    const known =
      this.#known.get(id) ?? this.#document.object(id).then((part) => this.#digest(part, part.text));
    this.#known.set(id, known);
    return known;
  }

  async #digest(object: PdfObject, text: string): Promise<string> {
    const hash = createHash('sha256').update(text).update('\n');
    for await (const piece of copyStream(this.#document.source, object)) {
      this.#document.meter.charge(piece.byteLength);
      hash.update(piece);
    }
    return toHexString(hash.digest());
  }
}
