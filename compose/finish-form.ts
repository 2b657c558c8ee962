import type { pageRanges } from '../schema/api/page-ranges.ts';
import type { TemplateDocument } from './errors.ts';

/** Fills a text of the request. */
export type Fill = (document: TemplateDocument, source: string) => string;

export interface FinishContext {
  readonly fill: Fill;
  /** Reports a problem. It starts with the field: `options.metadata.title: …`. */
  readonly report: (problem: string) => void;
}

interface Form {
  /** The field of the request: `options.watermark.color`. */
  readonly path: string;
  readonly source: string;
  /** The filled text must have this form. */
  readonly schema: typeof pageRanges;
}

/** Fills a text that must have a form, such as a colour. */
export function fillForm(
  document: TemplateDocument,
  { path, source, schema }: Form,
  { fill, report }: FinishContext,
): string {
  const text = fill(document, source);
  for (const { message } of schema.safeParse(text).error?.issues ?? []) report(`${path}: ${message}`);
  return text;
}
