import type { renderMarkdown } from './render-markdown.ts';

/** Turns Markdown into HTML within a limit. */
export interface MarkdownRenderer {
  readonly render: typeof renderMarkdown;
  /** The longest source, after its placeholders are filled. */
  readonly maxChars: number;
}

/** In a Worker. A character takes up to 400 bytes while it is parsed. */
export const EDGE_MARKDOWN_CHARS = 100_000;

export const BULK_MARKDOWN_CHARS = 1_000_000;

/** The parser is a module of its own, because most requests have no Markdown. @param maxChars null for HTML */
export async function loadMarkdown(maxChars: number | null): Promise<MarkdownRenderer | null> {
  if (maxChars === null) return null;
  const { renderMarkdown } = await import('./render-markdown.ts');
  return { render: renderMarkdown, maxChars };
}
