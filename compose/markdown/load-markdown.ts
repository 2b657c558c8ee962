import type { Meter } from '@platen/meter';
import type { MarkdownValues } from './values.ts';

/** Turns Markdown into HTML within a limit. */
export interface MarkdownRenderer {
  readonly render: (source: string, values: MarkdownValues, meter: Meter) => string;
  /** The longest source, after its placeholders are filled. */
  readonly maxChars: number;
}

/**
 * In a Worker. A character takes up to 400 bytes while it is parsed, and up to 5 µs: a list of one letter each is the worst.
 */
export const EDGE_MARKDOWN_CHARS = 100_000;

export const BULK_MARKDOWN_CHARS = 1_000_000;

/** The parser is a module of its own, because most requests have no Markdown. @param maxChars null for HTML */
export async function loadMarkdown(maxChars: number | null): Promise<MarkdownRenderer | null> {
  if (maxChars === null) return null;
  const { renderMarkdown } = await import('./render-markdown.ts');
  return { render: renderMarkdown, maxChars };
}
