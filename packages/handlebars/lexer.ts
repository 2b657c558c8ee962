import { type Lexer, officialParser } from './official-compiler.ts';
import { findRules } from './rules-by-character.ts';
import { type TokenCounter, TOKENS } from './token-counter.ts';

/** A line break with what follows it on its line. */
const LINES = /(?:\r\n?|\n).*/g;

/** The package's lexer is a shared object. This one inherits from it and does not change it. */
export function countingLexer(source: string, counter: TokenCounter): Lexer {
  const lexer: Lexer = Object.create(officialParser.lexer);
  lexer.setInput(source);
  // `next`, not `lex`: `lex` calls itself for skipped text and would count twice.
  lexer.next = () => {
    const token = nextToken(lexer);
    if (token !== undefined) counter.count(typeof token === 'string' ? (TOKENS[token] ?? 0) : token, lexer);
    return token;
  };
  return lexer;
}

/**
 * Runs the rules and actions of the official lexer. Its own `next` keeps all that it has read, and searches each token for line
 * breaks twice.
 */
function nextToken(lexer: Lexer): number | string | undefined {
  const { _input: rest, rules, conditionStack } = lexer;
  if (lexer.done) return lexer.EOF;
  if (rest === '') lexer.done = true;
  for (const rule of findRules(lexer)) {
    const text = rules[rule]!.exec(rest)?.[0];
    if (text === undefined) continue;
    take(lexer, text);
    Object.assign(lexer, { _input: rest.slice(text.length) });
    const token = lexer.performAction(null, lexer, rule, conditionStack.at(-1));
    const { _input: left } = lexer;
    if (left !== '') lexer.done = false;
    // A rule can give back what it took. The two together are a new string, and the next search would copy all of it.
    if (left.length === rest.length) Object.assign(lexer, { _input: rest });
    return token || undefined;
  }
  if (rest !== '') lexer.parseError('Unrecognized text');
  lexer.yytext = '';
  return lexer.EOF;
}

function take(lexer: Lexer, text: string): void {
  const { last_line: line, last_column: column } = lexer.yylloc;
  const lines = text.includes('\n') || text.includes('\r') ? (text.match(LINES) ?? []) : [];
  const last = lines.at(-1);
  lexer.yylineno += lines.length;
  lexer.yylloc = {
    first_line: line,
    last_line: lexer.yylineno + 1,
    first_column: column,
    last_column: last === undefined ? column + text.length : last.replace(/^\r?\n?/, '').length,
  };
  lexer.yytext = text;
  lexer.match = text;
  lexer.yyleng = text.length;
}
