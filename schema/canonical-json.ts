/** The length of a piece, about. The whole text of a large value is never in memory. */
const PIECE_CHARACTERS = 65_536;

/** Sorted keys, no white space. */
export const canonicalJson = (value: unknown): string => Array.from(canonicalPieces(value)).join('');

/** The canonical JSON in pieces. Does not recurse: a value may be nested as deeply as the parser allows. */
export function* canonicalPieces(value: unknown): Generator<string, void, undefined> {
  let text = '';
  for (const token of tokens(value)) {
    text += token;
    if (text.length < PIECE_CHARACTERS) continue;
    yield text;
    text = '';
  }
  yield text;
}

interface Container {
  /** It is null for an array. */
  readonly keys: readonly string[] | null;
  readonly length: number;
  readonly at: (index: number) => unknown;
  next: number;
}

function* tokens(root: unknown): Generator<string, void, undefined> {
  const open: Container[] = [];
  let value = root;
  for (;;) {
    const container = toContainer(value);
    if (container === null) yield* scalarTokens(value);
    else {
      open.push(container);
      yield container.keys === null ? '[' : '{';
    }
    let inner = open.at(-1);
    while (inner !== undefined && inner.next === inner.length) {
      yield inner.keys === null ? ']' : '}';
      open.pop();
      inner = open.at(-1);
    }
    if (inner === undefined) return;
    if (inner.next > 0) yield ',';
    const key = inner.keys?.[inner.next];
    if (key !== undefined) {
      yield* scalarTokens(key);
      yield ':';
    }
    value = inner.at(inner.next);
    inner.next += 1;
  }
}

function toContainer(value: unknown): Container | null {
  if (Array.isArray(value)) {
    const items: readonly unknown[] = value;
    return { keys: null, length: items.length, at: (index) => items[index], next: 0 };
  }
  if (!isObject(value)) return null;
  const keys = Object.keys(value).sort();
  return { keys, length: keys.length, at: (index) => value[keys[index] ?? ''], next: 0 };
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

/** A long string in parts that cut no surrogate pair. */
function* scalarTokens(value: unknown): Generator<string, void, undefined> {
  if (typeof value !== 'string' || value.length <= PIECE_CHARACTERS) {
    yield JSON.stringify(value);
    return;
  }
  yield '"';
  for (let start = 0; start < value.length;) {
    let end = start + PIECE_CHARACTERS;
    if ((value.charCodeAt(end - 1) & 0xfc00) === 0xd800) end += 1;
    yield JSON.stringify(value.slice(start, end)).slice(1, -1);
    start = end;
  }
  yield '"';
}
