import {
  type Lexer,
  officialParser,
  type ParserAction,
  type Reduction,
  type TokenLocation,
} from './official-compiler.ts';
import type { Program } from './syntax-tree.ts';

const {
  defaultActions,
  productions_: productions,
  symbols_: SYMBOLS,
  terminals_: TERMINALS,
} = officialParser;

const SHIFT = 1;
const END = 1;

/** By state and symbol. */
const ACTIONS = officialParser.table.map((row) =>
  select(row, (entry): entry is ParserAction => typeof entry === 'object'),
);

/** The next state, by the state before a reduction and what it made. */
const GOTOS = officialParser.table.map((row) =>
  select(row, (entry): entry is number => typeof entry === 'number'),
);

const PRODUCTIONS = productions.map((entry) => (typeof entry === 'number' ? [0, 0] : entry));

function select<Entry, Selected extends Entry>(
  row: Readonly<Record<string, Entry>>,
  selects: (entry: Entry) => entry is Selected,
): Record<string, Selected> {
  const selected: Record<string, Selected> = {};
  for (const [symbol, entry] of Object.entries(row)) if (selects(entry)) selected[symbol] = entry;
  return selected;
}

export interface ParserSupport {
  /** The functions that the actions of the grammar call. */
  readonly yy: object;
  /** @param token its name */
  readonly fail: (token: string) => never;
}

/** Runs the official tables and actions. The package's own loop copies its three stacks at each reduction. */
export function runParser(lexer: Lexer, { yy, fail }: ParserSupport): Program {
  const states = [0];
  const values: unknown[] = [null];
  const locations: TokenLocation[] = [lexer.yylloc];
  let symbol: number | string | null = null;
  const nextSymbol = (): number | string => {
    const token = lexer.lex() || END;
    return typeof token === 'number' ? token : (SYMBOLS[token] ?? token);
  };
  for (;;) {
    const state = states[states.length - 1]!;
    let action = defaultActions[state];
    if (action === undefined) {
      symbol ??= nextSymbol();
      action = ACTIONS[state]?.[symbol] ?? fail(TERMINALS[symbol] ?? String(symbol));
    }
    const [kind, target] = action;
    if (kind === SHIFT) {
      values.push(lexer.yytext);
      locations.push(lexer.yylloc);
      states.push(target);
      symbol = null;
      continue;
    }
    const [made = 0, length = 0] = PRODUCTIONS[target]!;
    const first = locations[locations.length - (length || 1)]!;
    const location = spanOf(first, locations[locations.length - 1]!);
    const reduced: Reduction = { $: values[values.length - length], _$: location };
    const tree = officialParser.performAction.call(reduced, '', 0, 0, yy, target, values, locations);
    if (tree !== undefined) return tree;
    // A new length for an array takes longer than its pops.
    for (let part = 0; part < length; part += 1) {
      states.pop();
      values.pop();
      locations.pop();
    }
    values.push(reduced.$);
    locations.push(location);
    states.push(GOTOS[states[states.length - 1]!]![made]!);
  }
}

const spanOf = (first: TokenLocation, last: TokenLocation): TokenLocation => ({
  first_line: first.first_line,
  first_column: first.first_column,
  last_line: last.last_line,
  last_column: last.last_column,
});
