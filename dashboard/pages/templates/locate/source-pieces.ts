/** A part of a template that prints text: words of its own, or a value of the data. */
export interface SourcePiece {
  readonly from: number;
  readonly to: number;
  /** As {@link plainText}. Empty for a value. */
  readonly text: string;
  /** The last part of each name in a placeholder: `name` of `{{customer.name}}`. */
  readonly names: readonly string[];
}

/** Elements whose text is not printed. */
const SILENT = ['style', 'script', 'title', 'template', 'noscript'];

/** The rest of a longer source and further parts are ignored. */
const MAX_CHARACTERS = 500_000;
const MAX_PIECES = 5_000;

/**
 * Lists the parts that print text, in their order. It reads HTML and Handlebars together, because a comment of Handlebars can have tags,
 * which a reader of HTML alone would take for those of the document.
 */
export function listPieces(whole: string): readonly SourcePiece[] {
  const source = whole.slice(0, MAX_CHARACTERS);
  const pieces: SourcePiece[] = [];
  let at = 0;
  while (at < source.length && pieces.length < MAX_PIECES) {
    const end = endOfPart(source, at);
    const piece = toPiece(source, at, end);
    if (piece !== null) pieces.push(piece);
    at = end;
  }
  return pieces;
}

/** Returns the end of the comment, placeholder, tag or text that starts at `at`. */
function endOfPart(source: string, at: number): number {
  if (source.startsWith('<!--', at)) return after(source, '-->', at);
  if (source.startsWith('{{!--', at)) return after(source, '--}}', at);
  if (source.startsWith('{{{', at)) return after(source, '}}}', at);
  if (source.startsWith('{{', at)) return after(source, '}}', at);
  if (source[at] === '<') return endOfTag(source, at);
  return find(source, /<|\{\{/g, at + 1);
}

/** An element whose text is not printed ends with its closing tag. */
function endOfTag(source: string, at: number): number {
  const end = after(source, '>', at);
  const name = /^<([a-z]+)/i.exec(source.slice(at, at + 12))?.[1]?.toLowerCase() ?? '';
  if (!SILENT.includes(name)) return end;
  return after(source, '>', find(source, new RegExp(`</${name}`, 'gi'), end));
}

/** Returns the next place of the pattern, or the end of the source. */
function find(source: string, pattern: RegExp, from: number): number {
  pattern.lastIndex = from;
  return pattern.exec(source)?.index ?? source.length;
}

function after(source: string, mark: string, from: number): number {
  const at = source.indexOf(mark, from);
  return at < 0 ? source.length : at + mark.length;
}

function toPiece(source: string, from: number, to: number): SourcePiece | null {
  const part = source.slice(from, to);
  if (part.startsWith('<')) return null;
  if (!part.startsWith('{{')) {
    const text = plainText(decode(part));
    return text === '' ? null : { from, to, text, names: [] };
  }
  // A block, a partial or a comment prints nothing by itself.
  const inner = part.replace(/^\{+~?\s*/, '');
  if (/^(?:[#/^!>&]|else\b)/.test(inner)) return null;
  const names = inner.match(/(?<![\w"'.@-])[a-z_][\w.]*(?!["'\w=])/gi) ?? [];
  return { from, to, text: '', names: names.map((name) => name.slice(name.lastIndexOf('.') + 1)) };
}

const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  ndash: '–',
  mdash: '—',
  middot: '·',
  euro: '€',
  shy: '',
};

const decode = (text: string): string =>
  text.replace(/&(#?\w+);/g, (whole, name: string) => {
    if (!name.startsWith('#')) return ENTITIES[name] ?? whole;
    const code = name[1] === 'x' ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
    return code > 0 && code <= 0x10_ff_ff ? String.fromCodePoint(code) : whole;
  });

/** A PDF has ligatures, and CSS may change the case and the white space. */
export const plainText = (text: string): string =>
  text.normalize('NFKC').replaceAll('\u{ad}', '').replaceAll(/\s+/g, ' ').trim().toLowerCase();
