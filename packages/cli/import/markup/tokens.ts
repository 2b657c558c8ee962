export type Token =
  | { readonly kind: 'text'; readonly text: string; readonly at: number }
  | { readonly kind: 'output'; readonly code: string; readonly at: number; readonly trims: Trims }
  | {
      readonly kind: 'tag';
      readonly name: string;
      readonly code: string;
      readonly at: number;
      readonly trims: Trims;
    };

/** Whether white space is left out before and after. */
export interface Trims {
  readonly before: boolean;
  readonly after: boolean;
}

const MARK = /\{\{(-?)([^]*?)(-?)\}\}|\{%(-?)([^]*?)(-?)%\}|\{#([^]*?)#\}/g;

/** The parts of a template of Liquid or Jinja. A text in `raw`, and a comment, are one part. */
export function readTokens(source: string): Token[] {
  const tokens: Token[] = [];
  MARK.lastIndex = 0;
  let end = 0;
  for (let found = MARK.exec(source); found !== null; found = MARK.exec(source)) {
    const { index: at } = found;
    if (at > end) tokens.push({ kind: 'text', text: source.slice(end, at), at: end });
    end = MARK.lastIndex;
    const [, before, output, after, tagBefore, tag, tagAfter, comment] = found;
    if (comment !== undefined) {
      tokens.push({ kind: 'tag', name: 'comment', code: comment, at, trims: NO_TRIMS });
    } else if (output !== undefined) {
      tokens.push({ kind: 'output', code: output.trim(), at, trims: toTrims(before, after) });
    } else if (tag !== undefined) {
      const [, name = '', code = ''] = /^(\S*)\s*([^]*)$/.exec(tag.trim()) ?? [];
      const whole = name === 'raw' || name === 'comment' ? readWhole(source, end, name) : null;
      if (whole !== null) MARK.lastIndex = end = whole.end;
      tokens.push({ kind: 'tag', name, code: whole?.text ?? code, at, trims: toTrims(tagBefore, tagAfter) });
    }
  }
  if (end < source.length) tokens.push({ kind: 'text', text: source.slice(end), at: end });
  return tokens;
}

const NO_TRIMS: Trims = { before: false, after: false };

const toTrims = (before = '', after = ''): Trims => ({ before: before === '-', after: after === '-' });

/** What stands between `{% raw %}` and `{% endraw %}`. */
function readWhole(source: string, start: number, name: string): { text: string; end: number } | null {
  const closing = new RegExp(`\\{%-?\\s*end${name}\\s*-?%\\}`, 'g');
  closing.lastIndex = start;
  const found = closing.exec(source);
  return found && { text: source.slice(start, found.index), end: closing.lastIndex };
}
