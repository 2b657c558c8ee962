import { LimitExceeded, type TemplateLimits } from './limits.ts';
import { countingLexer } from './lexer.ts';
import { type Lexer, type TokenLocation, treeBuilders, WhitespaceControl } from './official-compiler.ts';
import { runParser } from './parser-loop.ts';
import { nameRawBlock } from './raw-block.ts';
import { describeUnexpected, TemplateSyntaxError } from './syntax-error.ts';
import type { Program } from './syntax-tree.ts';
import { currentPosition, TokenCounter } from './token-counter.ts';

/** The functions that the actions of the grammar call. */
const BUILDERS = {
  ...treeBuilders,
  locInfo: (at: TokenLocation) => new treeBuilders.SourceLocation(undefined, at),
  prepareRawBlock(this: object, ...tokens: unknown[]) {
    return nameRawBlock(treeBuilders.prepareRawBlock.apply(this, tokens));
  },
};

export function parse(
  source: string,
  limits: TemplateLimits,
  options: object = {},
  counter = new TokenCounter(limits),
): Program {
  if (source.length > limits.sourceChars) throw new LimitExceeded('sourceChars', limits.sourceChars);
  const lexer = countingLexer(source, counter);
  try {
    const tree = treeOf(lexer, counter);
    return new WhitespaceControl(options).accept(tree);
  } catch (error) {
    if (error instanceof LimitExceeded) error.position = currentPosition(lexer);
    throw error;
  }
}

/** Parses without compiling. @throws as `TemplateEngine.check` */
export function parseTemplate(source: string, limits: TemplateLimits): { tree: Program; tokens: number } {
  const counter = new TokenCounter(limits);
  const tree = parse(source, limits, {}, counter);
  return { tree, tokens: counter.tokens };
}

function treeOf(lexer: Lexer, counter: TokenCounter): Program {
  const fail = (token: string | null): never => {
    const { yytext: text, _input: rest } = lexer;
    const innermost = counter.open.at(-1);
    const message = describeUnexpected({ token, text, rest, innermost });
    const opener = token === 'EOF' && innermost !== undefined ? innermost : null;
    throw new TemplateSyntaxError(message, currentPosition(lexer), opener);
  };
  lexer.parseError = () => fail(null);
  return runParser(lexer, { yy: BUILDERS, fail });
}
