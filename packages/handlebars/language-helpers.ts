import { isPresent } from './lookups.ts';
import { type DataFrame, type Helper, type HelperOptions, runtime } from './official-runtime.ts';
import { MissingHelper } from './template-fault.ts';
import { toText } from './to-text.ts';

const { each: officialEach, if: officialIf, unless: officialUnless, with: officialWith } = runtime.helpers;

/** The official `each` also keeps track of paths, for a mode that this engine lacks. So arrays and fields skip it. */
function each(this: unknown, list: unknown, options: HelperOptions | undefined): unknown {
  const keys = isFields(list) ? Object.keys(list) : null;
  const count = Array.isArray(list) ? list.length : (keys?.length ?? 0);
  if (options?.fn === undefined || count === 0 || !isItems(list))
    return officialEach.call(this, list, options);
  const { fn } = options;
  const last = count - 1;
  const data = options.data && itemFrame(options.data, list);
  let text = '';
  for (let i = 0; i <= last; i++) {
    const key = keys?.[i] ?? i;
    if (!(key in list)) continue;
    if (data) {
      data.key = key;
      data.index = i;
      data.first = i === 0;
      data.last = i === last;
    }
    const item = list[key];
    text += fn(item, data ? { data, blockParams: [item, key] } : { blockParams: [item, key] });
  }
  return text;
}

/** The official helper loops over the other objects, such as a `Map`. */
const isFields = (list: unknown): list is object =>
  typeof list === 'object' && list !== null && !(Symbol.iterator in list);

const isItems = (list: unknown): list is Readonly<Record<string | number, unknown>> =>
  Array.isArray(list) || isFields(list);

/** The key of a frame for the items of its loop. It is a symbol, because a template can read every other key. */
const ITEMS = Symbol('items of a loop');

interface Loop {
  readonly items: object;
  readonly key: string | number;
}

/** Returns the loops around a call. The innermost loop is the first. */
export function loopsAround(frame: DataFrame | undefined): Loop[] {
  const loops: Loop[] = [];
  for (let inner = frame; inner !== undefined;) {
    const items: unknown = Reflect.get(inner, ITEMS);
    const { key, _parent: outer }: DataFrame = inner;
    const isKey = typeof key === 'string' || typeof key === 'number';
    if (typeof items === 'object' && items !== null && isKey) loops.push({ items, key });
    inner = outer;
  }
  return loops;
}

const itemFrame = (parent: DataFrame, items: object): DataFrame => ({
  ...parent,
  [ITEMS]: items,
  _parent: parent,
  key: 0,
  index: 0,
  first: true,
  last: false,
});

/** The official `lookup`, but an array as the name is converted under the meter. */
function lookup(parent: unknown, name: unknown, options: HelperOptions): unknown {
  // Without a name, `options` is undefined. The official helper then fails only if there is a parent.
  if (!parent) return parent;
  const { lookupProperty, run } = options;
  return lookupProperty(parent, isPresent(name) ? toText(name, run.meter) : String(name));
}

/** As the official hook: `{{name}}` without arguments is a field that does not exist. */
function helperMissing(...given: unknown[]): undefined {
  const options = given.pop();
  if (given.length === 0) return undefined;
  const name =
    typeof options === 'object' && options !== null && 'name' in options ? options.name : undefined;
  throw new MissingHelper(String(name));
}

/** `log` prints nothing. */
export const LANGUAGE_HELPERS = {
  each,
  if: officialIf,
  unless: officialUnless,
  with: officialWith,
  lookup,
  log: () => '',
  helperMissing,
} satisfies Readonly<Record<string, Helper>>;
