import type { Position } from './position.ts';

/** The position is in `position`, not in `message`. */
export class TemplateSyntaxError extends Error {
  override readonly name = 'TemplateSyntaxError';
  readonly position: Position;
  /** The start of the block that is never closed. */
  readonly opener: Position | null;

  constructor(message: string, position: Position, opener: Position | null = null) {
    super(message);
    this.position = position;
    this.opener = opener;
  }
}

export interface OpenBlock extends Position {
  /** As written: `{{#`, `{{^`, `{{#>` or `{{{{`. */
  readonly opener: string;
  name: string;
}

const TOKEN_NAMES: Readonly<Record<string, string>> = {
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

export interface Unexpected {
  /** The grammar's name. It is null if the lexer did not find a token. */
  readonly token: string | null;
  readonly text: string;
  readonly rest: string;
  readonly innermost: OpenBlock | undefined;
}

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
  return `unexpected ${TOKEN_NAMES[token] ?? token}`;
}

/** The lexer returns a single character if no rule fits. Usually something before it is not closed. */
function describeInvalid(character: string, rest: string): string {
  if (character === '"' || character === "'") return 'a string that begins here is never closed';
  if (!rest.includes('}}')) return 'the tag is never closed with "}}"';
  return `unexpected "${character}"`;
}
