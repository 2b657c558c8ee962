import { readReference, readReferences } from './dictionary.ts';
import type { PdfObject, PdfReader } from './reader.ts';

/** Yields the pages in their order. It reads one at a time, because a document may have more pages than fit into memory. */
export async function* listPages(reader: PdfReader): AsyncGenerator<PdfObject> {
  const catalog = await reader.object(readReference(reader.trailer, 'Root'));
  const waiting = [readReference(catalog.text, 'Pages')];
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    const node = await reader.object(id);
    const kids = /\/Kids \[([^[\]]*)\]/.exec(node.text)?.[1];
    if (kids === undefined) yield node;
    else waiting.push(...readReferences(kids).toReversed());
  }
}

/** Returns the ids of the streams that draw a page, in their order. */
export const readContents = ({ text }: Pick<PdfObject, 'text'>): number[] =>
  readReferences(/\/Contents (\[[^[\]]*\]|\d+ 0 R)/.exec(text)?.[1] ?? '');
