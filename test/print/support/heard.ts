import { Meter } from '@platen/meter';
import { inMemory, PdfReader } from '@platen/pdf';
import { Check } from '../../../packages/pdf/archive/check.ts';
import { Problems } from '../../../packages/pdf/archive/problems.ts';
import { ContentScanner } from '../../../packages/pdf/accessible/scan-content.ts';
import { TextReader } from '../../../packages/pdf/accessible/read-texts.ts';
import {
  type ContentPlace,
  kidId,
  readContentPlaces,
  TagTree,
} from '../../../packages/pdf/accessible/tag-tree.ts';
import { readReference, readReferences } from '../../../packages/pdf/file/dictionary.ts';
import { latin1 } from '../../../packages/pdf/file/latin1.ts';
import { readContents } from '../../../packages/pdf/file/list-pages.ts';
import { readTextString } from '../../../packages/pdf/file/syntax.ts';
import { readStructure } from '../../../packages/pdf/merge/input-file.ts';
import type { ChromiumProcess } from '../../../scripts/local/chromium-process.ts';

/** What a screen reader says: headings, links and images with their names, and texts without white space, which line breaks change. */
class Heard {
  readonly items: string[] = [];
  #text = '';

  say(kind: string, name: string): void {
    this.#endText();
    this.items.push(`${kind} ${name.replaceAll(/\s+/g, ' ').trim()}`.trim());
  }

  text(text: string): void {
    this.#text += text.replaceAll(/\s+/g, '');
  }

  end(): readonly string[] {
    this.#endText();
    return this.items;
  }

  #endText(): void {
    if (this.#text !== '') this.items.push(this.#text);
    this.#text = '';
  }
}

/** Reads a tagged PDF as a screen reader does: its tags in order, with `/Alt`, `/ActualText` and `/E` in the place of their content. */
export async function hearPdf(bytes: Uint8Array): Promise<readonly string[]> {
  const meter = new Meter({ maxWork: Number.POSITIVE_INFINITY });
  const reader = await PdfReader.open(inMemory(bytes), meter);
  const check = new Check(reader, { level: '3u', problems: new Problems('pdfua'), meter });
  const structure = await readStructure(reader, await reader.object(readReference(reader.trailer, 'Root')));
  const tags = new TagReader(new TagTree(reader), structure?.kids ?? []);
  const texts = new TextReader(check);
  await tags.read((place) => texts.want(place), new Heard());
  for (const id of reader.idsInOrder()) {
    const owner = await reader.object(id);
    const isPage = /\/Type \/Page\b/.test(owner.text);
    if (!isPage && !/\/Subtype \/Form\b/.test(owner.text)) continue;
    const scanner = new ContentScanner(meter, { draw: () => true, ...(await texts.collect(owner)) });
    for (const streamId of isPage ? readContents(owner) : [id])
      await check.expand(await reader.object(streamId), (data) => scanner.scan(latin1.decode(data)));
  }
  const heard = new Heard();
  await tags.read((place) => heard.text(texts.read(place)), heard);
  return heard.end();
}

class TagReader {
  readonly #tree: TagTree;
  readonly #topIds: readonly number[];

  constructor(tree: TagTree, topIds: readonly number[]) {
    this.#tree = tree;
    this.#topIds = topIds;
  }

  async read(onContent: (place: ContentPlace) => void, heard: Heard): Promise<void> {
    for (const id of this.#topIds) await this.#follow(id, null, { onContent, heard });
  }

  async #follow(
    id: number,
    outerPage: number | null,
    means: { readonly onContent: (place: ContentPlace) => void; readonly heard: Heard },
  ): Promise<void> {
    const { onContent, heard } = means;
    const element = await this.#tree.element(id);
    const { entries, type, kids } = element;
    const pageId = readReferences(entries.get('Pg') ?? '')[0] ?? outerPage;
    const own = entries.get('ActualText') ?? entries.get('Alt') ?? entries.get('E');
    const isHeading = /^H[1-6]$/.test(type);
    if (type === 'Link' || type === 'Figure') {
      heard.say(type === 'Link' ? 'link' : 'image', readTextString(own ?? '()'));
      return;
    }
    if (isHeading) heard.say(type.toLowerCase(), '');
    if (own !== undefined) heard.text(readTextString(own));
    for (const kid of own === undefined ? kids : []) {
      const inner = kidId(kid);
      if (inner !== null) await this.#follow(inner, pageId, means);
      else for (const place of readContentPlaces({ ...element, kids: [kid] }, pageId)) onContent(place);
    }
    if (isHeading) heard.say('/', '');
  }
}

interface AxNode {
  readonly nodeId: string;
  readonly ignored: boolean;
  readonly role?: { readonly value: string };
  readonly name?: { readonly value: string };
  readonly properties?: readonly { readonly name: string; readonly value: { readonly value?: unknown } }[];
  readonly childIds?: readonly string[];
}

/** Reads an HTML document for print as a screen reader does: the accessibility tree of Chromium. */
export async function hearHtml(chromium: ChromiumProcess, html: string): Promise<readonly string[]> {
  const connection = await chromium.connect();
  try {
    const { targetId } = await connection.send('Target.createTarget', { url: 'about:blank' }, MS);
    const { sessionId } = await connection.send('Target.attachToTarget', { targetId, flatten: true }, MS);
    const send = <Result>(method: string, parameters: object = {}) =>
      connection.send(
        method as never,
        parameters as never,
        MS,
        sessionId,
      ) as Promise<unknown> as Promise<Result>;
    await send('Emulation.setEmulatedMedia', { media: 'print' });
    const { frameTree } = await send<{ frameTree: { frame: { id: string } } }>('Page.getFrameTree');
    await send('Page.setDocumentContent', { frameId: frameTree.frame.id, html });
    // The next frame has the layout.
    await send('Runtime.evaluate', { expression: 'new Promise(requestAnimationFrame)', awaitPromise: true });
    await send('Accessibility.enable');
    const { nodes } = await send<{ nodes: readonly AxNode[] }>('Accessibility.getFullAXTree');
    await connection.send('Target.closeTarget', { targetId }, MS);
    return readTree(nodes);
  } finally {
    connection.close();
  }
}

const MS = 10_000;

function readTree(nodes: readonly AxNode[]): readonly string[] {
  const byId = new Map(nodes.map((node) => [node.nodeId, node]));
  const heard = new Heard();
  const follow = ({ ignored, role, name, properties, childIds = [] }: AxNode): void => {
    const kind = ignored ? '' : (role?.value ?? '');
    // The number of an item of a list. A bullet is a drawing in the PDF.
    if (kind === 'ListMarker' && /[\p{L}\p{N}]/u.test(name?.value ?? '')) heard.text(name?.value ?? '');
    const isHeading = kind === 'heading';
    if (kind === 'StaticText') heard.text(name?.value ?? '');
    if (kind === 'link' || kind === 'image') heard.say(kind, name?.value ?? '');
    if (['StaticText', 'link', 'image'].includes(kind)) return;
    const level = properties?.find((property) => property.name === 'level')?.value.value;
    if (isHeading) heard.say(`h${String(level)}`, '');
    for (const id of childIds) {
      const child = byId.get(id);
      if (child) follow(child);
    }
    if (isHeading) heard.say('/', '');
  };
  const [root] = nodes;
  if (root) follow(root);
  return heard.end();
}
