import type { Meter } from '@platen/meter';
import { deflateSync } from 'node:zlib';
import { Expander } from '../file/expander.ts';
import { placeOf, type Problems } from '../archive/problems.ts';
import { latin1 } from '../file/latin1.ts';
import type { PdfObject, PdfReader } from '../file/reader.ts';
import { readContents } from '../file/list-pages.ts';
import { readResources } from '../file/resources.ts';
import type { PdfRewrite } from '../file/rewrite.ts';
import { readEntries, writeEntries } from '../file/syntax.ts';
import { applyEdits, type Edit } from './content-edits.ts';
import { ContentScanner, type ScanEvents } from './scan-content.ts';
import { UntaggedForms, withForms } from './untagged-forms.ts';
import type { TextReader } from './read-texts.ts';

/** The limit for new contents together. They are in memory until the file is written. */
const MAX_MARKED_BYTES = 64_000_000;

const DRAWN_TWICE = 'draws content with tags twice, and it is too long or cannot be read';

/** The limit for forms in forms. */
const MAX_DEPTH = 50;

/** Marks what pages draw outside of all tags, such as borders and backgrounds, as artifacts (ISO 14289-1, 7.1). */
export class ArtifactMarker {
  readonly #reader: PdfReader;
  readonly #rewrite: PdfRewrite;
  readonly #problems: Problems;
  readonly #texts: TextReader;
  readonly #meter: Meter;
  readonly #expander: Expander;
  /** By id of a form, true if it has tags, or draws a form that has tags. Images have none. */
  readonly #tagged = new Map<number, Promise<boolean>>();
  /** Forms that were scanned. */
  readonly #done = new Set<number>();
  /** Forms with tags that were drawn. */
  readonly #drawn = new Set<number>();
  readonly #untagged: UntaggedForms;
  /** Streams that were written. Pages can share a stream. */
  readonly #marked = new Set<number>();
  #markedBytes = 0;

  constructor(
    reader: PdfReader,
    {
      rewrite,
      problems,
      texts,
      meter,
    }: {
      readonly rewrite: PdfRewrite;
      readonly problems: Problems;
      readonly texts: TextReader;
      readonly meter: Meter;
    },
  ) {
    this.#reader = reader;
    this.#rewrite = rewrite;
    this.#problems = problems;
    this.#texts = texts;
    this.#meter = meter;
    this.#expander = new Expander(reader, meter);
    const hasTags = (id: number) => this.#hasTags(id, 0);
    this.#untagged = new UntaggedForms({ reader, rewrite, expander: this.#expander, meter, hasTags });
  }

  /** Returns the dictionary of the page, which may have more resources. */
  async markPage(page: PdfObject, number: number): Promise<string> {
    const text = await this.#mark(page, `page ${number}`, readContents(page), 0);
    const bytes = await this.#untagged.write();
    if (bytes === null) this.#problems.add('7.20', `page ${number}`, DRAWN_TWICE);
    else this.#count(bytes, `page ${number}`);
    if (text !== page.text) this.#rewrite.write(page.id, text);
    return text;
  }

  /** @param owner the page or the form, which has the resources */
  async #mark(owner: PdfObject, place: string, streamIds: readonly number[], depth: number): Promise<string> {
    const drawn = await this.#readDrawn(owner.text, depth);
    const tagged = new Set<number>();
    const copies = new Map<string, number>();
    let replaced: Edit[] = [];
    const collector = await this.#texts.collect(owner);
    const draw: ScanEvents['draw'] = (name, isInTag, spot) => {
      const form = drawn.get(name);
      if (form?.hasTags !== true) return false;
      if (this.#drawn.has(form.id)) {
        const copy = this.#untagged.copyOf(form.id);
        copies.set(`Untagged${copy}`, copy);
        const text = `\n/Untagged${copy} Do`;
        replaced.push({ ...spot, text: isInTag ? text : `\n/Artifact BMC${text}\nEMC` });
        return true;
      }
      this.#drawn.add(form.id);
      if (!isInTag) tagged.add(form.id);
      return true;
    };
    const scanner = new ContentScanner(this.#meter, { draw, ...collector });
    let { text } = owner;
    for (const id of streamIds) {
      const stream = await this.#reader.object(id);
      const isRead = await this.#expander.expand(stream, async (data) => {
        const spots = await scanner.scan(latin1.decode(data));
        const edits = [...spots.map((spot) => ({ ...spot, text: null })), ...replaced];
        if (copies.size > 0) text = await withForms(this.#reader, owner.text, copies);
        this.#write(id === owner.id ? { ...stream, text } : stream, data, edits);
        replaced = [];
        scanner.forgetSpots();
        return true;
      });
      if (isRead === null)
        this.#problems.add('7.1', place, 'its content is too long to be tagged, or cannot be read');
    }
    scanner.release();
    for (const id of tagged) {
      if (this.#done.has(id) || depth > MAX_DEPTH) continue;
      this.#done.add(id);
      const form = await this.#reader.object(id);
      await this.#mark(form, placeOf(form), [id], depth + 1);
    }
    return text;
  }

  /** Returns whether more may be written. */
  #count(bytes: number, place: string): boolean {
    this.#markedBytes += bytes;
    if (this.#markedBytes <= MAX_MARKED_BYTES) return true;
    this.#problems.add('7.1', place, 'the pages draw too much outside of tags');
    return false;
  }

  #write(stream: PdfObject, data: Uint8Array, edits: readonly Edit[]): void {
    if (edits.length === 0 || this.#marked.has(stream.id)) return;
    this.#marked.add(stream.id);
    const inOrder = edits.toSorted((one, other) => one.start - other.start);
    const marked = deflateSync(applyEdits(data, inOrder));
    if (!this.#count(marked.byteLength, placeOf(stream))) return;
    const entries = readEntries(stream.text);
    for (const name of ['DecodeParms', 'DL']) entries.delete(name);
    entries.set('Filter', '/FlateDecode').set('Length', String(marked.byteLength));
    this.#rewrite.write(stream.id, writeEntries(entries), marked);
  }

  /** Returns the forms and images in the resources, by name. */
  async #readDrawn(
    owner: string,
    depth: number,
  ): Promise<ReadonlyMap<string, { id: number; hasTags: boolean }>> {
    const drawn = new Map<string, { id: number; hasTags: boolean }>();
    for (const [name, id] of await readResources(this.#reader, owner, 'XObject'))
      drawn.set(name, { id, hasTags: await this.#hasTags(id, depth) });
    return drawn;
  }

  #hasTags(id: number, depth: number): Promise<boolean> {
    const known = this.#tagged.get(id) ?? this.#findTags(id, depth);
    this.#tagged.set(id, known);
    return known;
  }

  async #findTags(id: number, depth: number): Promise<boolean> {
    const { text } = await this.#reader.object(id);
    if (!text.includes('/Subtype /Form')) return false;
    if (text.includes('/StructParents ')) return true;
    if (depth > MAX_DEPTH || !text.includes('/XObject')) return false;
    for (const { hasTags } of (await this.#readDrawn(text, depth + 1)).values()) if (hasTags) return true;
    return false;
  }
}
