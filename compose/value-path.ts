import {
  type Argument,
  isPresent,
  loopsAround,
  type PathExpression,
  type SourceLocation,
  type SubExpression,
  type TemplateEngine,
} from '@platen/handlebars';
import { describePath } from '../schema/api/issues.ts';
import type { BadValue, CallPlace } from './helpers/bad-value.ts';
import type { PartialContents } from './partials/closure.ts';
import { sliceOf } from './source-text.ts';

type Path = readonly (string | number)[];

/** The template that was being filled when the error occurred, and its data. */
export interface Filling {
  readonly engine: TemplateEngine;
  readonly source: string;
  readonly data: unknown;
  /** The chain of calls to an error begins with this text. It is null if that is a partial. */
  readonly name: string | null;
  readonly partials: PartialContents;
}

/** Returns the path of a value, such as `templateData.items[2].price`, or null if it is a constant of the template. */
export function describeOrigin(
  filling: Filling,
  { argument, value, within, place }: BadValue,
  loc: SourceLocation | undefined,
): string | null {
  const call = loc === undefined ? null : readCall(filling, loc);
  const node = typeof argument === 'number' ? call?.params[argument] : findNamed(call, argument);
  if (node === undefined || place === null) return 'the value';
  if (node.type === 'SubExpression') return `the result of ${describeCalled(node)}`;
  if (node.type !== 'PathExpression') return null;
  for (const path of possiblePaths(filling.data, place, node)) {
    const full = [...path, ...within];
    if (readPath(filling.data, full) === value) return describePath(['templateData', ...full]);
  }
  return describePath([node.original, ...within]);
}

/** The parser does not accept a link of a chain alone: `{{else gt a b}}…`. */
const ELSE_LINK = /^\{\{~?\s*else\s+([^}\s][^}]*)\}\}.*$/s;

const describeCalled = ({ path }: SubExpression): string =>
  path.type === 'SubExpression' ? 'a helper' : String(path.original);

/** Parses the call again, because a compiled template does not have its source. Errors are rare. */
function readCall({ engine, source }: Filling, loc: SourceLocation): Arguments | null {
  const text = sliceOf(source, loc).replace(ELSE_LINK, '{{$1}}');
  const isInner = text.startsWith('(');
  try {
    const [call] = engine.check(isInner ? `{{outer ${text}}}` : text).body;
    if (call === undefined || !('params' in call)) return null;
    const [inner] = call.params;
    return isInner && inner?.type === 'SubExpression' ? inner : call;
  } catch {
    return null;
  }
}

type Arguments = Pick<SubExpression, 'params' | 'hash'>;

const findNamed = (call: Arguments | null, name: string): Argument | undefined =>
  call?.hash?.pairs.find(({ key }) => key === name)?.value;

/** Lists each path that the name can mean, because several levels of the data can have the name. The caller compares the values. */
function* possiblePaths(data: unknown, place: CallPlace, node: PathExpression): Generator<Path> {
  const { parts, depth } = node;
  if (node.data) {
    if (parts[0] === 'root') yield parts.slice(1);
    return;
  }
  const around = loopsAround(place.frame);
  const found = findPaths(
    data,
    new Set([place.context, ...around.map(({ items }) => items)].filter(isObject)),
  );
  const loops = around.flatMap(({ items, key }) => {
    const path = found.get(items);
    return path === undefined ? [] : [[...path, key]];
  });
  const here = found.get(place.context) ?? loops[0] ?? [];
  if (depth === 0) yield [...here, ...parts];
  else for (let end = here.length - 1; end >= 0; end--) yield [...here.slice(0, end), ...parts];
  // The first name can be a block parameter.
  for (const loop of loops) yield [...loop, ...parts.slice(1)];
}

interface Visit {
  readonly node: object;
  readonly key: string | number | null;
  readonly parent: Visit | null;
}

/**
 * Looks at each object once, because a stranger's template can have a hundred loops, and its data a million objects. Deep data
 * would exceed the stack of a recursion. Data from JSON has each object in one place.
 */
function findPaths(data: unknown, wanted: ReadonlySet<object>): ReadonlyMap<unknown, Path> {
  const found = new Map<unknown, Path>();
  const waiting: Visit[] = isObject(data) ? [{ node: data, key: null, parent: null }] : [];
  while (found.size < wanted.size) {
    const visit = waiting.pop();
    if (visit === undefined) break;
    const { node } = visit;
    if (wanted.has(node)) found.set(node, pathTo(visit));
    for (const [key, child] of Array.isArray(node) ? node.entries() : Object.entries(node)) {
      if (isObject(child)) waiting.push({ node: child, key, parent: visit });
    }
  }
  return found;
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

function pathTo(visit: Visit): Path {
  const path: (string | number)[] = [];
  for (let at: Visit | null = visit; at !== null; at = at.parent) if (at.key !== null) path.unshift(at.key);
  return path;
}

function readPath(data: unknown, path: Path): unknown {
  let value = data;
  for (const key of path) {
    if (!isPresent(value) || !Object.hasOwn(value, key)) return undefined;
    value = value[key];
  }
  return value;
}
