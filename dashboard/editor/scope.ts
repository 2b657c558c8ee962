import { isJsonObject } from '../../schema/json-object.ts';
import { findMustaches, type Mustache } from './mustaches.ts';

/** Resolves the names at a position in a template with sample data. */

interface Block {
  readonly helper: string;
  /** The list or object of the block. Empty for `{{#if (eq a b)}}`. */
  readonly path: string;
  readonly names: readonly string[];
  /** After its `{{else}}`, which has the outer context. */
  readonly inverse: boolean;
}

export interface Scope {
  /** `this`, then `../`, then `../../`, and so on. */
  readonly contexts: readonly unknown[];
  readonly root: unknown;
  /** Block parameters: `as |item index|`. */
  readonly named: ReadonlyMap<string, unknown>;
  readonly dataVariables: readonly string[];
  readonly openBlock: string | null;
}

export function scopeAt(source: string, position: number, data: unknown): Scope {
  const start: Scope = {
    contexts: [data],
    root: data,
    named: new Map(),
    dataVariables: ['@root'],
    openBlock: null,
  };
  return openBlocks(source, position).reduce(enter, start);
}

function openBlocks(source: string, position: number): Block[] {
  const open: Block[] = [];
  for (const mustache of findMustaches(source.slice(0, position))) {
    if (!mustache.closed) continue;
    if (mustache.kind === 'close') open.pop();
    else if (!isElse(mustache)) {
      if (mustache.kind === 'open' || mustache.kind === 'inverse') open.push(toBlock(mustache));
    } else {
      const last = open.pop();
      if (last) open.push({ ...last, inverse: true });
    }
  }
  return open;
}

/** `{{else}}`, `{{else if …}}` or `{{^}}`. */
const isElse = ({ kind, tokens }: Mustache): boolean =>
  kind === 'else' || (kind === 'inverse' && !tokens.some(({ type }) => type === 'helper'));

function toBlock({ kind, tokens }: Mustache): Block {
  const [helper, argument] = tokens.filter(({ type }) => type !== 'brace').slice(1);
  const source = tokens.map(({ text }) => text).join(' ');
  const names = /\|([^|]*)\|/.exec(source)?.[1]?.trim().split(/\s+/) ?? [];
  const called = argument === undefined || argument.text === 'as';
  return {
    helper: helper?.text ?? '',
    // `{{#items}}…{{/items}}` uses the field itself.
    path: called
      ? (helper?.text ?? '')
      : argument.type === 'path' || argument.type === 'data'
        ? argument.text
        : '',
    names: names.filter((name) => name !== ''),
    inverse: kind === 'inverse',
  };
}

/** Blocks that do not change `this`. */
export const CONDITIONS = new Set(['if', 'unless', 'eq', 'ne', 'lt', 'lte', 'gt', 'gte', 'and', 'or', 'not']);
const EACH_VARIABLES = ['@index', '@key', '@first', '@last'];

function enter(scope: Scope, block: Block): Scope {
  const entered = { ...scope, openBlock: block.helper };
  if (block.inverse || CONDITIONS.has(block.helper)) return entered;
  const value = valueAt(scope, block.path);
  const list = toElements(value);
  const repeats = block.helper === 'each' || (block.helper !== 'with' && list !== null);
  const context = repeats ? mergeRows(list ?? fieldValues(value)) : value;
  const [item, index] = block.names;
  const named = new Map(scope.named);
  if (item !== undefined) named.set(item, context);
  if (index !== undefined) named.set(index, 0);
  return {
    ...entered,
    contexts: [context, ...scope.contexts],
    named,
    dataVariables: repeats ? ['@root', ...EACH_VARIABLES] : scope.dataVariables,
  };
}

const toElements = (value: unknown): readonly unknown[] | null => (Array.isArray(value) ? value : null);

const fieldValues = (value: unknown): readonly unknown[] =>
  typeof value === 'object' && value !== null ? Object.values(value) : [];

/** Rows can have different fields, so this many rows are merged. */
const MAX_MERGED_ROWS = 50;

function mergeRows(rows: readonly unknown[]): unknown {
  const objects = rows.slice(0, MAX_MERGED_ROWS).filter(isJsonObject);
  if (objects.length === 0) return rows[0];
  return Object.assign({}, ...objects.toReversed());
}

export function valueAt(scope: Scope, path: string): unknown {
  let rest = path;
  let depth = 0;
  while (rest.startsWith('../') || rest === '..') {
    depth += 1;
    rest = rest.slice(3);
  }
  const [first = '', ...others] = splitPath(rest.replace(/^\.\//, ''));
  let value: unknown;
  if (first === '@root') value = scope.root;
  else if (depth === 0 && scope.named.has(first)) value = scope.named.get(first);
  else {
    const context = scope.contexts[depth];
    value = first === '' || first === 'this' || first === '.' ? context : readField(context, first);
  }
  return others.reduce(readField, value);
}

const splitPath = (path: string): string[] =>
  [...path.matchAll(/\[([^\]]*)\]|([^./[\]]+)/g)].map(([, bracketed, plain]) => bracketed ?? plain ?? '');

function readField(value: unknown, name: string): unknown {
  if (Array.isArray(value)) return name === 'length' ? value.length : value[Number(name)];
  return isJsonObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}
