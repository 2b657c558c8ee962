import { LimitExceeded, type TemplateLimits } from './limits.ts';
import {
  type Lexer,
  officialParser,
  type Parser,
  type TokenLocation,
  treeBuilders,
  WhitespaceControl,
} from './official-compiler.ts';
import { nameRawBlock } from './raw-block.ts';
import { findRules } from './rules-by-character.ts';
import { describeUnexpected, TemplateSyntaxError } from './syntax-error.ts';
import type { Program } from './syntax-tree.ts';
import { currentPosition, TokenCounter, TOKENS } from './token-counter.ts';

export function parse(
  source: string,
  limits: TemplateLimits,
  options: object = {},
  counter = new TokenCounter(limits),
): Program {
  if (source.length > limits.sourceChars) throw new LimitExceeded('sourceChars', limits.sourceChars);
  const lexer = countingLexer(counter);
  try {
    const tree = parserWith(lexer, counter).parse(source);
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

/** The package's lexer is a shared object. This one inherits from it and does not change it. */
function countingLexer(counter: TokenCounter): Lexer {
  const lexer: Lexer = Object.create(officialParser.lexer);
  const { next } = officialParser.lexer;
  // `next`, not `lex`: `lex` calls itself for skipped text and would count twice.
  lexer.next = () => {
    const token = next.call(lexer);
    if (token !== undefined) counter.count(typeof token === 'string' ? (TOKENS[token] ?? 0) : token, lexer);
    return token;
  };
  return Object.assign(lexer, { _currentRules: () => findRules(lexer) });
}

function parserWith(lexer: Lexer, counter: TokenCounter): Parser {
  const parser = new officialParser.Parser();
  parser.lexer = lexer;
  parser.yy = {
    ...treeBuilders,
    locInfo: (at: TokenLocation) => new treeBuilders.SourceLocation(undefined, at),
    prepareRawBlock(this: object, ...tokens: unknown[]) {
      return nameRawBlock(treeBuilders.prepareRawBlock.apply(this, tokens));
    },
  };
  parser.parseError = (_message, { token }) => {
    const { yytext: text, _input: rest } = lexer;
    const innermost = counter.open.at(-1);
    const message = describeUnexpected({ token, text, rest, innermost });
    const opener = token === 'EOF' && innermost !== undefined ? innermost : null;
    throw new TemplateSyntaxError(message, currentPosition(lexer), opener);
  };
  return parser;
}
