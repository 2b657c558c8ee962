import type { MarkdownIt, Token } from 'markdown-it';
import { mayPart } from './parted-words.ts';

/** Deeper headings are left out. */
const MAX_LEVEL = 3;

/** A paragraph of its own. */
const MARK = /^\[\[toc\]\]$/i;

const STYLES = `
.markdown .toc { margin: 0 0 2em }
.markdown .toc ul { margin: 0; padding: 0; list-style: none }
.markdown .toc ul ul { padding-left: 1.4em }
.markdown .toc li { padding: 0 }
.markdown .toc a { display: block; color: inherit; text-decoration: none; break-inside: avoid; font-variant-numeric: tabular-nums }
.markdown .toc a:empty::before { content: target-text(attr(href)) }
.markdown .toc a::after { content: ' ' leader(dotted) ' ' target-counter(attr(href), page) }
`;

interface Entry {
  readonly level: number;
  readonly id: string;
  /** It is empty if the layout must read it from the heading. */
  readonly text: readonly Token[];
}

/** The rule sets these fields. */
export interface Contents {
  /** The styles of the table of contents, if there is one. */
  contentsStyles: string;
}

/**
 * Replaces the first `[[toc]]` of a document with links to the headings after it, with the numbers of their pages. The headings must have ids.
 * Only one is made, because the size of many would grow with the square of the document.
 */
export function tableOfContents(markdown: MarkdownIt, documentOf: (environment: object) => Contents): void {
  const entriesOf = new WeakMap<Token, readonly Entry[]>();
  markdown.core.ruler.push('table_of_contents', ({ tokens, env, Token }) => {
    const at = tokens.findIndex(({ type, content }) => type === 'inline' && MARK.test(content.trim()));
    if (at === -1 || tokens[at - 1]?.type !== 'paragraph_open') return;
    documentOf(env).contentsStyles = STYLES;
    const contents = new Token('table_of_contents', 'nav', 0);
    contents.block = true;
    entriesOf.set(contents, readEntries(tokens.slice(at)));
    tokens.splice(at - 1, 3, contents);
  });
  markdown.renderer.rules.table_of_contents = (tokens, index, options, environment, renderer) => {
    const token = tokens[index];
    const entries = (token && entriesOf.get(token)) ?? [];
    const toItem = ({ id, text }: Entry) =>
      `<li><a href="#${id}">${renderer.renderInline([...text], options, environment)}</a>`;
    return `<nav class="toc">${nest(entries, toItem)}</nav>\n`;
  };
}

const readEntries = (tokens: readonly Token[]): Entry[] =>
  tokens.flatMap((token, index) => {
    const level = Number(token.tag.slice(1));
    if (token.type !== 'heading_open' || level > MAX_LEVEL) return [];
    const inline = (tokens[index + 1]?.children ?? []).map(withoutBreak);
    const text = needsLayout(inline) ? [] : inline.filter(isPlain);
    return [{ level, id: `${token.attrGet('id') ?? ''}`, text }];
  });

/** The line of an entry is not broken where its heading is. */
const withoutBreak = (token: Token): Token =>
  token.type === 'hardbreak' || (token.type === 'html_inline' && /^<br\s*\/?>$/i.test(token.content))
    ? Object.assign(Object.create(Object.getPrototypeOf(token)), token, { type: 'softbreak', content: '' })
    : token;

/** Returns whether only CSS may part words, which the layout knows. The call of a footnote is no part of an entry, so such a heading is not read. */
const needsLayout = (inline: readonly Token[]): boolean =>
  inline.some(({ type, content }) => type === 'html_inline' && mayPart(content)) &&
  inline.every(({ type }) => type !== 'footnote_ref');

/** A link cannot have links in it, and an id, an image or a footnote stays at its own place. */
const isPlain = ({ type }: Token): boolean =>
  /^(?:text|text_special|code_inline|(?:soft|hard)break|(?:strong|em|s)_(?:open|close))$/.test(type);

/** Returns a list of the items. Items of a deeper level are a list in the item before them. */
function nest(entries: readonly Entry[], toItem: (entry: Entry) => string): string {
  const open: number[] = [];
  let html = '';
  for (const entry of entries) {
    while ((open.at(-1) ?? 0) > entry.level) {
      open.pop();
      html += '</li></ul>';
    }
    if (open.at(-1) === entry.level) html += '</li>';
    else {
      open.push(entry.level);
      html += '<ul>';
    }
    html += toItem(entry);
  }
  return html + '</li></ul>'.repeat(open.length);
}
