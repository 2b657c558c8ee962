import { type CssToken, readCssTokens } from '@platen/markup';
import { isColon, isGap, trim } from './css-tokens.ts';

/** A declaration, with its own tokens. */
export interface Declaration {
  readonly property: CssToken;
  /** Without spaces and comments at its ends. */
  readonly value: readonly CssToken[];
}

/** The beginning of a block: a selector, or an at-rule with its conditions. */
export type Prelude = readonly CssToken[];

export interface StatementReader {
  /** @param blocks the blocks around the declaration, the innermost last */
  onDeclaration(declaration: Declaration, blocks: readonly Prelude[]): void;
  onBlock(prelude: Prelude, blocks: readonly Prelude[]): void;
  /** @param brace the end of the block */
  onBlockEnd(prelude: Prelude, blocks: readonly Prelude[], brace: CssToken): void;
}

/** Reads the declarations and the beginnings of blocks in a style sheet (css-syntax-3, 5.4), also nested ones. */
export function readStatements(css: string, reader: StatementReader): void {
  const blocks: Prelude[] = [];
  /** The characters that close the open brackets of the current statement. */
  const brackets: string[] = [];
  let statement: CssToken[] = [];
  const end = (): void => {
    const declaration = blocks.length > 0 ? toDeclaration(statement) : null;
    if (declaration !== null) reader.onDeclaration(declaration, blocks);
    statement = [];
  };
  for (const token of readCssTokens(css)) {
    const { text } = token;
    const closing = findClosing(token);
    if (brackets.length > 0) {
      if (text === brackets.at(-1)) brackets.pop();
      else if (closing !== null) brackets.push(closing);
      statement.push(token);
    } else if (text === '{' && !isCustomProperty(statement)) {
      const prelude = trim(statement);
      reader.onBlock(prelude, blocks);
      blocks.push(prelude);
      statement = [];
    } else if (text === ';' || text === '}') {
      end();
      const ended = text === '}' ? blocks.pop() : undefined;
      if (ended !== undefined) reader.onBlockEnd(ended, blocks, token);
    } else if (statement.length > 0 || !isGap(token)) {
      if (closing !== null) brackets.push(closing);
      statement.push(token);
    }
  }
  end();
}

/** Returns the character that closes a bracket, or null if the token is not an opening bracket. */
function findClosing({ kind, text }: CssToken): string | null {
  if (kind === 'function' || text === '(') return ')';
  if (text === '[') return ']';
  return text === '{' ? '}' : null;
}

/** Returns whether the statement sets a custom property, whose value may have blocks in braces. */
const isCustomProperty = ([first]: readonly CssToken[]): boolean => first?.text.startsWith('--') === true;

function toDeclaration(statement: readonly CssToken[]): Declaration | null {
  const [property] = statement;
  const colon = statement.findIndex((token, index) => index > 0 && !isGap(token));
  if (property?.kind !== 'name' || !isColon(statement[colon])) return null;
  return { property, value: trim(statement.slice(colon + 1)) };
}
