import type { MarkdownIt, Token } from 'markdown-it';
// @ts-expect-error The package has no types.
import footnotePlugin from 'markdown-it-footnote';

const plugin: (markdown: MarkdownIt) => void = footnotePlugin;

/** What the rules of the plugin leave for the end of the document. */
interface Footnotes {
  readonly list?: readonly { readonly label: string; readonly count: number }[];
}

/** `a[^1]`, and its text in `[^1]: text`. */
export function footnotes(markdown: MarkdownIt): void {
  markdown.use(plugin);
  // Its time grows with the square of their number: 200 kB of `^[a]` would take minutes.
  markdown.inline.ruler.disable('footnote_inline');
  markdown.renderer.rules.footnote_caption = (tokens, index) =>
    String(Number(tokens[index]?.meta?.id ?? 0) + 1);
  // The plugin copies the whole document for each footnote: 5,000 took 3 seconds.
  markdown.core.ruler.at('footnote_tail', (state) => {
    const found = notesOf(state.env);
    if (found === null) return;
    const { rest, texts } = takeOut(state.tokens);
    state.tokens = rest;
    if (found.list === undefined) return;
    const add = (type: string, nesting: -1 | 0 | 1, meta: Token['meta'] = null): void => {
      rest.push(Object.assign(new state.Token(type, '', nesting), { meta }));
    };
    add('footnote_block_open', 1);
    for (const [id, { label, count }] of found.list.entries()) {
      add('footnote_open', 1, { id, label });
      for (const token of texts.get(label) ?? []) rest.push(token);
      const end = rest.at(-1)?.type === 'paragraph_close' ? rest.pop() : undefined;
      for (let subId = 0; subId < Math.max(1, count); subId += 1)
        add('footnote_anchor', 0, { id, subId, label });
      if (end !== undefined) rest.push(end);
      add('footnote_close', -1);
    }
    add('footnote_block_close', -1);
  });
}

function notesOf(environment: Readonly<Record<string, unknown>>): Footnotes | null {
  const { footnotes: found } = environment;
  return typeof found === 'object' ? found : null;
}

/** Takes the texts of footnotes out of a document. */
function takeOut(tokens: readonly Token[]): { rest: Token[]; texts: ReadonlyMap<string, readonly Token[]> } {
  const [rest, texts] = [[] as Token[], new Map<string, Token[]>()];
  let text: Token[] | null = null;
  for (const token of tokens) {
    if (token.type === 'footnote_reference_open') {
      text = [];
      texts.set(String(token.meta?.['label']), text);
    } else if (token.type === 'footnote_reference_close') text = null;
    else (text ?? rest).push(token);
  }
  return { rest, texts };
}
