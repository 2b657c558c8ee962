import type { MarkdownValues } from './values.ts';

/** Turns Markdown into HTML within a limit. */
export interface MarkdownRenderer {
  readonly render: (source: string, values: MarkdownValues) => string;
  /** The longest source, after its placeholders are filled. */
  readonly maxChars: number;
}

/**
 * In a Worker. A character takes up to 400 bytes while it is parsed, and up to 5 µs: a list of one letter each is the worst.
 */
export const EDGE_MARKDOWN_CHARS = 100_000;

export const BULK_MARKDOWN_CHARS = 1_000_000;

/** The parser is a module of its own, because most requests have no Markdown. */
export async function loadMarkdown(
  { markdown }: { readonly markdown?: string | undefined },
  maxChars: number,
): Promise<MarkdownRenderer | null> {
  if (markdown === undefined) return null;
  const { renderMarkdown } = await import('./render-markdown.ts');
  return { render: renderMarkdown, maxChars };
}
