import type { Position } from './position.ts';
import { RulesByCharacter } from './lexer-rules.ts';
import { EDGE_LIMITS, LimitExceeded, type TemplateLimits } from './limits.ts';
import {
  type Lexer,
  officialParser,
  type TokenLocation,
  treeBuilders,
  WhitespaceControl,
} from './official-compiler.ts';
import type { Program } from './syntax-tree.ts';
import { describeUnexpected, type OpenBlock, TemplateSyntaxError } from './syntax-error.ts';

/** Longer names are cut in messages: a name can be a megabyte. */
const MAX_NAME_CHARS = 60;

const { symbols_: T } = officialParser;
const BLOCK_OPENERS = new Set([T.OPEN_BLOCK, T.OPEN_INVERSE, T.OPEN_RAW_BLOCK, T.OPEN_PARTIAL_BLOCK]);
const BLOCK_ENDERS = new Set([T.OPEN_ENDBLOCK, T.END_RAW_BLOCK]);
const NAMES = new Set([T.ID, T.STRING, T.NUMBER, T.BOOLEAN, T.UNDEFINED, T.NULL]);

/**
 * Counts while the lexer runs, before the parser builds anything: exact, because comments and raw blocks have
 * been told apart by then, and linear.
 */
class TokenWatch {
  readonly #limits: TemplateLimits;
  readonly open: OpenBlock[] = [];
  /** `else if` links of each open block: the parser nests every one in the one before. */
  readonly #links: number[] = [];
  #tokens = 0;
  #subexpressions = 0;
  #chained = 0;
  #blockParams = -1;
  #unnamed: OpenBlock | null = null;

  constructor(limits: TemplateLimits) {
    this.#limits = limits;
  }

  /** @throws {LimitExceeded} */
  see(token: number, lexer: Lexer): void {
    this.#tokens += 1;
    if (this.#tokens > this.#limits.tokens) throw new LimitExceeded('tokens', this.#limits.tokens);
    if (this.#unnamed !== null && NAMES.has(token)) {
      this.#unnamed.name = lexer.yytext.slice(0, MAX_NAME_CHARS);
      this.#unnamed = null;
    }
    this.#countBlockParam(token);
    this.#countNesting(token, lexer);
  }

  #countBlockParam(token: number): void {
    if (token === T.OPEN_BLOCK_PARAMS) this.#blockParams = 0;
    else if (token === T.CLOSE_BLOCK_PARAMS) this.#blockParams = -1;
    else if (this.#blockParams >= 0) {
      this.#blockParams += 1;
      if (this.#blockParams > this.#limits.blockParams) {
        throw new LimitExceeded('blockParams', this.#limits.blockParams);
      }
    }
  }

  #countNesting(token: number, lexer: Lexer): void {
    if (BLOCK_OPENERS.has(token)) {
      this.#unnamed = { ...positionOf(lexer), opener: lexer.yytext, name: '' };
      this.open.push(this.#unnamed);
      this.#links.push(0);
    } else if (BLOCK_ENDERS.has(token)) {
      this.open.pop();
      this.#chained -= this.#links.pop() ?? 0;
    } else if (token === T.OPEN_INVERSE_CHAIN && this.#links.length > 0) {
      this.#links[this.#links.length - 1]! += 1;
      this.#chained += 1;
    } else if (token === T.OPEN_SEXPR) this.#subexpressions += 1;
    else if (token === T.CLOSE_SEXPR) this.#subexpressions -= 1;
    if (this.open.length + this.#chained + this.#subexpressions > this.#limits.nesting) {
      throw new LimitExceeded('nesting', this.#limits.nesting);
    }
  }
}

/**
 * The official parser with a watch on its lexer. Parser and lexer of the package are shared objects; these
 * derive from them and override, so nothing of the package is changed and nothing needs restoring. Parsing is
 * synchronous and every parse starts afresh, so one of them serves all templates.
 */
class WatchedParser {
  readonly #parser = new officialParser.Parser();
  readonly #lexer: Lexer = Object.create(officialParser.lexer);
  #watch = new TokenWatch(EDGE_LIMITS);

  constructor() {
    const lexer = this.#lexer;
    const { next } = officialParser.lexer;
    // `next`, not `lex`: `lex` calls itself for text that is skipped, and would count twice.
    lexer.next = () => {
      const token = next.call(lexer);
      if (token !== undefined) this.#watch.see(typeof token === 'string' ? (T[token] ?? 0) : token, lexer);
      return token;
    };
    const rules = new RulesByCharacter(lexer);
    Object.assign(lexer, { _currentRules: () => rules.current() });
    this.#parser.lexer = lexer;
    this.#parser.yy = {
      ...treeBuilders,
      locInfo: (at: TokenLocation) => new treeBuilders.SourceLocation(undefined, at),
    };
    this.#parser.parseError = (_message, { token }) => {
      const { yytext: text, _input: rest } = lexer;
      const innermost = this.#watch.open.at(-1);
      const message = describeUnexpected({ token, text, rest, innermost });
      const opener = token === 'EOF' && innermost !== undefined ? innermost : null;
      throw new TemplateSyntaxError(message, positionOf(lexer), opener);
    };
  }

  parse(source: string, limits: TemplateLimits): Program {
    this.#watch = new TokenWatch(limits);
    try {
      return this.#parser.parse(source);
    } catch (error) {
      if (error instanceof LimitExceeded) error.position = positionOf(this.#lexer);
      throw error;
    } finally {
      // What is left of the source is not kept until the next parse.
      this.#lexer.setInput('');
    }
  }
}

const positionOf = ({ yylloc }: Lexer): Position => ({
  line: yylloc.first_line,
  column: yylloc.first_column + 1,
});

const watchedParser = new WatchedParser();

/**
 * The syntax tree of a template, whitespace control applied.
 * @throws {TemplateSyntaxError} | {LimitExceeded}, both with a `position`
 */
export function parse(source: string, limits: TemplateLimits, options: object = {}): Program {
  if (source.length > limits.sourceChars) throw new LimitExceeded('sourceChars', limits.sourceChars);
  const tree = watchedParser.parse(source, limits);
  return new WhitespaceControl(options).accept(tree);
}
