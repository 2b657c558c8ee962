import { LimitExceeded, type TemplateLimits } from './limits.ts';
import { type Lexer, officialParser } from './official-compiler.ts';
import type { Position } from './position.ts';
import type { OpenBlock } from './syntax-error.ts';

/** For error messages: a name can be a megabyte. */
const MAX_NAME_CHARS = 60;

export const { symbols_: TOKENS } = officialParser;

const T = TOKENS;
const BLOCK_OPENERS = new Set([T.OPEN_BLOCK, T.OPEN_INVERSE, T.OPEN_RAW_BLOCK, T.OPEN_PARTIAL_BLOCK]);
const BLOCK_ENDERS = new Set([T.OPEN_ENDBLOCK, T.END_RAW_BLOCK]);
const NAMES = new Set([T.ID, T.STRING, T.NUMBER, T.BOOLEAN, T.UNDEFINED, T.NULL]);

/** Counts while the lexer runs, before the parser builds anything. */
export class TokenCounter {
  readonly #limits: TemplateLimits;
  readonly open: OpenBlock[] = [];
  /** `else if` links of each open block. The parser nests each link in the one before. */
  readonly #links: number[] = [];
  tokens: number;
  #subexpressions = 0;
  #chained = 0;
  #blockParams = -1;
  #unnamed: OpenBlock | null = null;

  /** @param used by other templates that share the limit */
  constructor(limits: TemplateLimits, used = 0) {
    this.#limits = limits;
    this.tokens = used;
  }

  count(token: number, lexer: Lexer): void {
    this.tokens += 1;
    if (this.tokens > this.#limits.tokens) throw new LimitExceeded('tokens', this.#limits.tokens);
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
      this.#unnamed = { ...currentPosition(lexer), opener: lexer.yytext, name: '' };
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

export const currentPosition = ({ yylloc }: Lexer): Position => ({
  line: yylloc.first_line,
  column: yylloc.first_column + 1,
});
