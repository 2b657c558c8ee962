import { UnreadablePdf } from '../file/dictionary.ts';
import type { FileForm } from '../forms/read-form.ts';
import type { LabelRange } from '../file/page-labels.ts';
import type { PdfObject, PdfReader } from '../file/reader.ts';
import { findPlace, type OutlineItem, toPageId } from './outline.ts';
import type { Tags } from './tags.ts';

/** A PDF of which excerpts are taken. */
export interface SplitSource {
  readonly reader: PdfReader;
  readonly catalog: PdfObject;
  readonly pages: readonly PdfObject[];
  readonly destinations: ReadonlyMap<string, string>;
  readonly outline: readonly OutlineItem[];
  readonly tags: Tags | null;
  readonly form: FileForm | null;
  readonly labels: readonly LabelRange[] | null;
}

/** Returns whether a link goes to a page that is not in the excerpt. */
export function leavesExcerpt(
  annotation: string,
  destinations: ReadonlyMap<string, string>,
  isKept: (pageId: number) => boolean,
): boolean {
  if (!annotation.includes('/Dest ')) return false;
  const place = findPlace(annotation, destinations);
  if (place === null) throw new UnreadablePdf('a link names no place');
  return !isKept(toPageId(place));
}
