import type { MarkdownIt, Token } from 'markdown-it';
import { WordJoiner } from './parted-words.ts';

const MAX_CHARS = 100;

/** A document passes this to the rule, and gets it from the rule. */
export interface Headings {
  /** Puts the values into a text. */
  readonly fill: (text: string) => string;
  /** Text of the first heading, without its values. */
  title: string | null;
}

/** Gives each heading an id, so that `[there](#its-text)` is a link to it. */
export function headingAnchors(markdown: MarkdownIt, headings: (environment: object) => Headings): void {
  markdown.core.ruler.push('heading_anchors', ({ tokens, env }) => {
    const current = headings(env);
    const counts = new Map<string, number>();
    for (const [index, token] of tokens.entries()) {
      if (token.type !== 'heading_open') continue;
      const inline = tokens[index + 1]?.children ?? [];
      current.title ??= titleOf(inline);
      const slug = toSlug(current.fill(textOf(inline)));
      token.attrSet('id', toUnused(slug, counts));
    }
  });
}

/** Returns an id that no heading has. A title may end like a numbered id: `a`, `a-1`, `a`. */
function toUnused(slug: string, counts: Map<string, number>): string {
  let count = counts.get(slug) ?? 0;
  let id = count === 0 ? slug : `${slug}-${count}`;
  while (counts.has(id)) {
    count += 1;
    id = `${slug}-${count}`;
  }
  counts.set(slug, count + 1);
  if (id !== slug) counts.set(id, 1);
  return id;
}

const isText = ({ type }: Token): boolean => type === 'text' || type === 'code_inline';

const textOf = (inline: readonly Token[]): string =>
  inline
    .filter(isText)
    .map(({ content }) => content)
    .join('');

function titleOf(inline: readonly Token[]): string {
  const words = new WordJoiner();
  for (const token of inline) {
    if (isText(token)) words.addText(token.content);
    else if (token.type === 'html_inline') words.addTag(token.content);
    else if (/^(?:soft|hard)break$/.test(token.type)) words.addText(' ');
  }
  return words.join();
}

/** As GitHub makes them. */
const toSlug = (text: string): string =>
  text
    .slice(0, MAX_CHARS)
    .toLowerCase()
    .replaceAll(/&#?\w+;|[^\p{L}\p{M}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(/\s/g, '-') || 'section';
