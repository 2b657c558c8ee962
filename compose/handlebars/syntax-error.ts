import type { Position } from './position.ts';

/** A template that is not Handlebars. `message` has no position in it; `position` says where. */
export class TemplateSyntaxError extends Error {
  override readonly name = 'TemplateSyntaxError';
  readonly position: Position;
  /** Where the block was opened that the error is about. */
  readonly opener: Position | null;

  constructor(message: string, position: Position, opener: Position | null = null) {
    super(message);
    this.position = position;
    this.opener = opener;
  }
}

/** A block, inverse block, raw block or partial block whose end the lexer has not seen yet. */
export interface OpenBlock extends Position {
  /** `{{#`, `{{^`, `{{#>`, `{{{{`, as written. */
  readonly opener: string;
  /** Empty until its name was read. */
  name: string;
}

/** What the grammar calls a token, in the words of somebody who writes templates. */
const TOKENS: Readonly<Record<string, string>> = {
  EOF: 'the end of the template',
  CONTENT: 'text',
  COMMENT: 'a comment',
  OPEN: '"{{"',
  OPEN_UNESCAPED: '"{{{"',
  OPEN_BLOCK: 'an opening "{{#"',
  OPEN_INVERSE: 'an inverse "{{^"',
  OPEN_INVERSE_CHAIN: '"{{else"',
  OPEN_ENDBLOCK: 'a closing "{{/"',
  OPEN_PARTIAL: '"{{>"',
  OPEN_PARTIAL_BLOCK: '"{{#>"',
  OPEN_RAW_BLOCK: '"{{{{"',
  CLOSE: '"}}"',
  CLOSE_UNESCAPED: '"}}}"',
  CLOSE_RAW_BLOCK: '"}}}}"',
  INVERSE: '"{{else}}"',
  OPEN_SEXPR: '"("',
  CLOSE_SEXPR: '")"',
  OPEN_BLOCK_PARAMS: '"as |"',
  CLOSE_BLOCK_PARAMS: '"|"',
  END_RAW_BLOCK: 'the end of a raw block',
  ID: 'a name',
  EQUALS: '"="',
  SEP: '"." or "/"',
  DATA: '"@"',
  STRING: 'a string',
  NUMBER: 'a number',
  BOOLEAN: 'true or false',
  UNDEFINED: 'undefined',
  NULL: 'null',
};

const written = (open: OpenBlock): string => {
  const closer = open.opener.startsWith('{{{{') ? '}}}}' : '}}';
  return `${open.opener}${open.name}${closer}`;
};

/** What the parser met where the grammar allows no such thing. */
export interface Unexpected {
  /** The grammar's name of the token; null where the lexer knew none. */
  readonly token: string | null;
  /** The token as written. */
  readonly text: string;
  /** What follows it in the template. */
  readonly rest: string;
  /** The block that was open there. */
  readonly innermost: OpenBlock | undefined;
}

/** What to tell the author about a token that the grammar does not allow. */
export function describeUnexpected({ token, text, rest, innermost }: Unexpected): string {
  if (token === null) return 'a comment or raw block is never closed';
  if (token === 'INVALID') return describeInvalid(text, rest);
  if (token === 'EOF' && innermost !== undefined) {
    return `${written(innermost)} opened at line ${innermost.line}, column ${innermost.column} is never closed`;
  }
  if (token === 'EOF') return 'the template ends inside a tag';
  if (token === 'OPEN_ENDBLOCK' && innermost === undefined) return 'a closing tag without an open block';
  if ((token === 'INVERSE' || token === 'OPEN_INVERSE_CHAIN') && innermost === undefined) {
    return '{{else}} outside a block';
  }
  return `unexpected ${TOKENS[token] ?? token}`;
}

/** The lexer takes a single character where nothing else fits: mostly because something was not closed. */
function describeInvalid(character: string, rest: string): string {
  if (character === '"' || character === "'") return 'a string that begins here is never closed';
  if (!rest.includes('}}')) return 'the tag is never closed with "}}"';
  return `unexpected "${character}"`;
}
