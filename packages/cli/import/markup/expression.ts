import type { Dialect } from './dialects.ts';
import { applyFilter } from './filters.ts';
import { NotTurned, quote } from './not-turned.ts';

/** What an expression can name. */
export interface Scope {
  /** The variables of the loops around, from the outermost. */
  readonly loops: readonly { readonly variable: string; readonly list: string }[];
  /** Values that were named once, as expressions. */
  readonly aliases: ReadonlyMap<string, string>;
  readonly dialect: Dialect;
}

const PART =
  /\s*(?:("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')|(-?\d+(?:\.\d+)?)(?![\w.])|([A-Za-z_][\w-]*\??(?:\.[A-Za-z_][\w-]*\??|\.\d+|\[(?:-?\d+|"[^"]*"|'[^']*')\])*)|(==|!=|<>|<=|>=|<|>|\|\||&&|[()|:,=+*/%~[\]{}-]))/y;

interface Part {
  readonly kind: 'string' | 'number' | 'name' | 'sign';
  readonly text: string;
}

function readParts(code: string): Part[] {
  const parts: Part[] = [];
  PART.lastIndex = 0;
  while (PART.lastIndex < code.trimEnd().length) {
    const start = PART.lastIndex;
    const found = PART.exec(code);
    if (found === null) throw new NotTurned(`"${code.slice(start).trim().slice(0, 40)}"`);
    const [, string, number, name, sign] = found;
    if (string !== undefined) parts.push({ kind: 'string', text: string });
    else if (number !== undefined) parts.push({ kind: 'number', text: number });
    else if (name !== undefined) parts.push({ kind: 'name', text: name });
    else parts.push({ kind: 'sign', text: sign ?? '' });
  }
  return parts;
}

/** Turns an expression of Liquid or Jinja into one of Handlebars. */
export class ExpressionReader {
  readonly #parts: Part[];
  readonly #scope: Scope;
  #at = 0;

  constructor(code: string, scope: Scope) {
    this.#parts = readParts(code);
    this.#scope = scope;
  }

  /** A value with its filters, to the end. @throws {NotTurned} */
  readValue(): string {
    const value = this.#filtered();
    this.#requireEnd();
    return value;
  }

  /** A condition, to the end. @throws {NotTurned} */
  readCondition(): string {
    const condition = this.#either();
    this.#requireEnd();
    return condition;
  }

  /** Values with a comma or `or` between them, of `when`. @throws {NotTurned} */
  readList(): string[] {
    const values = [this.#operand()];
    while (this.#take(',') || this.#takeWord('or')) values.push(this.#operand());
    this.#requireEnd();
    return values;
  }

  #either(): string {
    const first = this.#both();
    return this.#takeWord('or') || this.#take('||') ? `(or ${first} ${this.#either()})` : first;
  }

  #both(): string {
    const first = this.#negated();
    return this.#takeWord('and') || this.#take('&&') ? `(and ${first} ${this.#both()})` : first;
  }

  #negated(): string {
    return this.#takeWord('not') ? `(not ${this.#negated()})` : this.#compared();
  }

  #compared(): string {
    const left = this.#grouped();
    const sign = this.#peek()?.kind === 'sign' ? this.#peek()?.text : undefined;
    const helper = COMPARISONS[sign ?? ''];
    if (helper !== undefined) {
      this.#at += 1;
      const right = this.#filtered();
      if (EMPTY.has(right)) return helper === 'eq' ? `(not ${left})` : left;
      return `(${helper} ${left} ${right})`;
    }
    if (this.#takeWord('is')) return this.#tested(left);
    if (this.#takeWord('contains') || this.#takeWord('in')) throw new NotTurned('"contains" or "in"');
    return left;
  }

  /** Of Jinja: `x is defined`, `x is not none`. */
  #tested(value: string): string {
    const isNegated = this.#takeWord('not');
    const test = this.#peek()?.text ?? '';
    this.#at += 1;
    if (test === 'defined') return isNegated ? `(not ${value})` : value;
    if (test === 'none' || test === 'undefined') return isNegated ? value : `(not ${value})`;
    throw new NotTurned(`"is ${test}"`);
  }

  #grouped(): string {
    if (!this.#take('(')) return this.#filtered();
    const inner = this.#either();
    if (!this.#take(')')) throw new NotTurned('a parenthesis that is not closed');
    return inner;
  }

  #filtered(): string {
    let value = this.#operand();
    while (this.#take('|')) {
      const filter = this.#peek();
      if (filter?.kind !== 'name') throw new NotTurned('a filter without a name');
      this.#at += 1;
      value = applyFilter(value, filter.text, this.#arguments());
    }
    return value;
  }

  #arguments(): string[] {
    const { callsFilters } = this.#scope.dialect;
    if (!this.#take(callsFilters ? '(' : ':')) return [];
    const given: string[] = [];
    while (!this.#take(')')) {
      const isNamed = this.#parts[this.#at + 1]?.text === (callsFilters ? '=' : ':');
      if (isNamed) throw new NotTurned(`the argument "${this.#peek()?.text}" of a filter`);
      given.push(this.#operand());
      if (!this.#take(',')) {
        if (callsFilters && !this.#take(')')) throw new NotTurned('an argument that is calculated');
        break;
      }
    }
    return given;
  }

  #operand(): string {
    const part = this.#peek();
    this.#at += 1;
    if (part?.kind === 'string') return quote(part.text.slice(1, -1).replaceAll(/\\(.)/g, '$1'));
    if (part?.kind === 'number') return part.text;
    if (part?.kind === 'name') return toPath(part.text, this.#scope);
    throw new NotTurned(part === undefined ? 'a value is missing' : `"${part.text}"`);
  }

  #peek(): Part | undefined {
    return this.#parts[this.#at];
  }

  #take(sign: string): boolean {
    const part = this.#peek();
    if (part?.kind !== 'sign' || part.text !== sign) return false;
    this.#at += 1;
    return true;
  }

  #takeWord(word: string): boolean {
    const part = this.#peek();
    if (part?.kind !== 'name' || part.text !== word) return false;
    this.#at += 1;
    return true;
  }

  #requireEnd(): void {
    const part = this.#peek();
    if (part !== undefined) throw new NotTurned(`"${part.text}"`);
  }
}

const COMPARISONS: Readonly<Record<string, string>> = {
  '==': 'eq',
  '!=': 'ne',
  '<>': 'ne',
  '<': 'lt',
  '<=': 'lte',
  '>': 'gt',
  '>=': 'gte',
};

/** Handlebars takes these for false, as a missing value. */
const EMPTY: ReadonlySet<string> = new Set(['null', '""']);

/** A map, because a value can have the name `constructor`. */
const LITERALS: ReadonlyMap<string, string> = new Map([
  ['true', 'true'],
  ['True', 'true'],
  ['false', 'false'],
  ['False', 'false'],
  ['nil', 'null'],
  ['null', 'null'],
  ['none', 'null'],
  ['None', 'null'],
  ['blank', 'null'],
  ['empty', 'null'],
]);

const SEGMENT = /\.?([A-Za-z_][\w-]*\??|\d+)|\[(?:(-?\d+)|"([^"]*)"|'([^']*)')\]/g;

function toPath(name: string, { loops, aliases, dialect }: Scope): string {
  const literal = LITERALS.get(name);
  if (literal !== undefined) return literal;
  const segments = [...name.matchAll(SEGMENT)].map(([, word, index, quoted, single]) => {
    if (index?.startsWith('-')) throw new NotTurned(`the index ${index}`);
    return word ?? index ?? quoted ?? single ?? '';
  });
  const [head = '', ...rest] = segments;
  if (head === dialect.loop) return toLoopField(rest.join('.'), loops.at(-1));
  const alias = aliases.get(head);
  if (alias !== undefined && rest.length === 0) return alias;
  if (alias?.startsWith('(')) throw new NotTurned(`a field of "${head}", which is calculated`);
  return finishPath(alias ?? (isLoopName(head, loops) || loops.length === 0 ? head : `@root.${head}`), rest);
}

const isLoopName = (name: string, loops: Scope['loops']): boolean =>
  loops.some(({ variable }) => variable === name);

/** `size`, `first` and `last` are fields in Liquid, and helpers here. */
function finishPath(start: string, rest: readonly string[]): string {
  const last = rest.at(-1);
  const plain = last === 'size' || last === 'first' || last === 'last' ? rest.slice(0, -1) : rest;
  const path = [start, ...plain.map(toSegment)].join('.');
  if (plain === rest) return path;
  return `(${last === 'size' ? 'length' : last} ${path})`;
}

const toSegment = (segment: string): string => (/^[A-Za-z_]\w*$/.test(segment) ? segment : `[${segment}]`);

const LOOP_FIELDS: Readonly<Record<string, string>> = {
  index: '(add @index 1)',
  index0: '@index',
  first: '@first',
  last: '@last',
};

function toLoopField(field: string, loop: Scope['loops'][number] | undefined): string {
  if (loop === undefined) throw new NotTurned(`the loop's "${field}" outside of a loop`);
  if (field === 'length') return `(length ${loop.list})`;
  const known = LOOP_FIELDS[field];
  if (known === undefined) throw new NotTurned(`the loop's "${field}"`);
  return known;
}
