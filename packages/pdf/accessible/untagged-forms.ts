import type { Meter } from '@platen/meter';
import { deflateSync } from 'node:zlib';
import { findDictionary, findReference } from '../file/dictionary.ts';
import type { Expander } from '../file/expander.ts';
import { latin1 } from '../file/latin1.ts';
import type { PdfReader } from '../file/reader.ts';
import { readResources } from '../file/resources.ts';
import type { PdfRewrite } from '../file/rewrite.ts';
import { readEntries, writeEntries } from '../file/syntax.ts';
import { applyEdits, type Edit } from './content-edits.ts';
import { ContentScanner } from './scan-content.ts';

interface Tools {
  readonly reader: PdfReader;
  readonly rewrite: PdfRewrite;
  readonly expander: Expander;
  readonly meter: Meter;
  /** Returns whether a form has tags. */
  readonly hasTags: (id: number) => Promise<boolean>;
}

/**
 * Copies of forms, without their tags. Content with tags may be drawn once (ISO 14289-1, 7.20), and Chromium draws the content of a mask twice:
 * what the mask leaves, and what it takes away.
 */
export class UntaggedForms {
  /** The ids of the copies, by the ids of the forms. */
  readonly #copies = new Map<number, number>();
  readonly #waiting: number[] = [];
  readonly #tools: Tools;

  constructor(tools: Tools) {
    this.#tools = tools;
  }

  /** Returns the id of the copy. It exists after `write`. */
  copyOf(id: number): number {
    let copy = this.#copies.get(id);
    if (copy === undefined) {
      copy = this.#tools.rewrite.reserve();
      this.#copies.set(id, copy);
      this.#waiting.push(id);
    }
    return copy;
  }

  /** Writes the copies. Returns their bytes, or null if a form cannot be read. */
  async write(): Promise<number | null> {
    let bytes = 0;
    for (let id = this.#waiting.pop(); id !== undefined; id = this.#waiting.pop()) {
      const written = await this.#writeCopy(id);
      if (written === null) return null;
      bytes += written;
    }
    return bytes;
  }

  async #writeCopy(id: number): Promise<number | null> {
    const { reader, rewrite, expander, meter, hasTags } = this.#tools;
    const form = await reader.object(id);
    const inner = new Map<string, number>();
    for (const [name, innerId] of await readResources(reader, form.text, 'XObject'))
      if (await hasTags(innerId)) inner.set(name, this.copyOf(innerId));
    const owner = inner.size === 0 ? form.text : await withForms(reader, form.text, inner);
    return expander.expand(form, async (data) => {
      const edits: Edit[] = [];
      const scanner = new ContentScanner(meter, {
        draw: () => true,
        begin: (_, mcid, __, spot) => {
          if (mcid !== null) edits.push({ ...spot, text: '\n/Artifact BMC' });
        },
      });
      await scanner.scan(latin1.decode(data));
      scanner.release();
      const stream = deflateSync(applyEdits(data, edits));
      rewrite.write(this.copyOf(id), withStream(owner, stream.byteLength), stream);
      return stream.byteLength;
    });
  }
}

/** Returns the dictionary of a form for a new stream. The copy of a form has no place in the tags. */
function withStream(form: string, bytes: number): string {
  const entries = readEntries(form);
  for (const name of ['DecodeParms', 'DL', 'StructParents', 'StructParent']) entries.delete(name);
  return writeEntries(entries.set('Filter', '/FlateDecode').set('Length', String(bytes)));
}

/** Returns the dictionary of a page or a form whose resources have more forms. */
export async function withForms(
  reader: PdfReader,
  owner: string,
  forms: ReadonlyMap<string, number>,
): Promise<string> {
  const entries = readEntries(owner);
  const resources = readEntries(await resolve(reader, owner, 'Resources'));
  const drawn = readEntries(await resolve(reader, writeEntries(resources), 'XObject'));
  for (const [name, id] of forms) drawn.set(name, `${id} 0 R`);
  return writeEntries(entries.set('Resources', writeEntries(resources.set('XObject', writeEntries(drawn)))));
}

async function resolve(reader: PdfReader, outer: string, name: string): Promise<string> {
  const id = findReference(outer, name);
  return id === null ? (findDictionary(outer, name)?.text ?? '<<>>') : (await reader.object(id)).text;
}
