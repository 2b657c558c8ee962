import type { Meter } from '@platen/meter';
import { Check } from '../archive/check.ts';
import { mendFonts } from '../archive/mend-fonts.ts';
import { ImpossiblePdf } from '../archive/impossible-pdf.ts';
import { Problems } from '../archive/problems.ts';
import { readReference } from '../file/dictionary.ts';
import { inBlocks } from '../file/block-cache.ts';
import type { ByteSource } from '../file/byte-source.ts';
import { listPages } from '../file/list-pages.ts';
import { PdfReader } from '../file/reader.ts';
import { PdfRewrite } from '../file/rewrite.ts';
import { readEntries, readTextString, writeEntries } from '../file/syntax.ts';
import { readStructure, type Structure } from '../merge/input-file.ts';
import { ROLE_MAP } from '../archive/role-map.ts';
import { CHECK_BLOCKS } from '../archive/require-archivable.ts';
import { readTags } from '../split/tags.ts';
import { checkContents } from './check-contents.ts';
import { LinkDescriber } from './describe-links.ts';
import { type LinkName, LinkNames } from './link-names.ts';
import { ArtifactMarker } from './mark-artifacts.ts';
import { mendTags } from './mend-tags.ts';
import { TextReader } from './read-texts.ts';
import { checkDocument } from './check-document.ts';
import { addToParentTree, type NewParent } from './parent-tree.ts';
import { TagTree } from './tag-tree.ts';

export interface Accessible {
  /** The names of links in the HTML. */
  readonly links: readonly LinkName[];
  /** Replaces the language in the tags, or null to keep it. */
  readonly language: string | null;
  readonly meter: Meter;
}

/**
 * Mends a tagged PDF so that it passes the checks of ISO 14289-1 (PDF/UA-1). It adds what Chromium leaves out. It refuses what the author of
 * the document must change. The caller has written the claim into the XMP.
 *
 * @throws {ImpossiblePdf}
 */
export async function makeAccessible(
  pdf: ByteSource,
  { links, language, meter }: Accessible,
): Promise<ByteSource> {
  const reader = await PdfReader.open(inBlocks(pdf, CHECK_BLOCKS), meter);
  const problems = new Problems('pdfua');
  const catalog = await reader.object(readReference(reader.trailer, 'Root'));
  const structure = await readStructure(reader, catalog);
  const check = await checkContents(reader, problems, meter);
  if (structure === null || structure.kids.length === 0) {
    problems.add('7.1', 'the document', 'has no tags, because it has no text, or was printed without them');
    throw new ImpossiblePdf('pdfua', problems.list);
  }
  const tagged = await mend(reader, { structure, problems, links, language, meter });
  const mended = check.isToMend ? await mendFonts(tagged, check) : tagged;
  await checkDocument(mended, problems, meter);
  problems.requireNone();
  return mended;
}

interface Document extends Accessible {
  readonly structure: Structure;
  readonly problems: Problems;
}

async function mend(reader: PdfReader, document: Document): Promise<ByteSource> {
  const { structure, problems, language, meter } = document;
  const rewrite = new PdfRewrite(reader);
  const tree = new TagTree(reader);
  const { parents } = await readTags(reader, structure);
  const [top] = structure.kids;
  const texts = new TextReader(new Check(reader, { level: '3u', problems, meter }));
  const describer = new LinkDescriber({
    reader,
    rewrite,
    problems,
    tree,
    texts,
    names: new LinkNames(document.links),
    parents,
    outerId: structure.kids.length === 1 && top !== undefined ? top : structure.rootId,
    nextKey: structure.nextKey,
  });
  await mendPages(reader, { rewrite, problems, texts, describer, meter });
  const inInner = new Set([...describer.inner.values()].flatMap((links) => [...links.values()]));
  const addedIds = describer.added.map(({ id }) => id).filter((id) => !inInner.has(id));
  const from = readTextString((await tree.element(top ?? 0)).entries.get('Lang') ?? '()');
  await mendTags(tree, structure.kids, {
    rewrite,
    problems,
    linkNames: describer.names,
    innerLinks: describer.inner,
    addedIds,
    language: language === null || from === '' ? null : { from, to: language },
  });
  await writeRoot(rewrite, reader, { structure, added: describer.added, addedIds });
  return rewrite.finish();
}

async function mendPages(
  reader: PdfReader,
  tools: {
    readonly rewrite: PdfRewrite;
    readonly problems: Problems;
    readonly texts: TextReader;
    readonly describer: LinkDescriber;
    readonly meter: Meter;
  },
): Promise<void> {
  const { problems, describer } = tools;
  const marker = new ArtifactMarker(reader, tools);
  let number = 0;
  for await (const page of listPages(reader)) {
    if (problems.isFull) return;
    number += 1;
    await describer.prepare(page);
    describer.describe({ ...page, text: await marker.markPage(page, number) });
  }
}

/** Writes the role map, and adds the new tags of links. */
async function writeRoot(
  rewrite: PdfRewrite,
  reader: PdfReader,
  {
    structure,
    added,
    addedIds,
  }: {
    readonly structure: Structure;
    readonly added: readonly NewParent[];
    /** Those of them that are in no other element. */
    readonly addedIds: readonly number[];
  },
): Promise<void> {
  const { text } = await reader.object(structure.rootId);
  const entries = readEntries(text);
  if (added.length > 0) {
    entries.set('ParentTreeNextKey', String(structure.nextKey + added.length));
    await addToParentTree(rewrite, reader, { entries, added });
    if (structure.kids.length > 1)
      entries.set('K', `[${[...structure.kids, ...addedIds].map((id) => `${id} 0 R`).join(' ')}]`);
  }
  rewrite.write(structure.rootId, writeEntries(entries.set('RoleMap', ROLE_MAP)));
}
