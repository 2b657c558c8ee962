import { isPresent } from './lookups.ts';
import { type DataFrame, type Helper, type HelperOptions, runtime } from './official-runtime.ts';
import { MissingHelper } from './template-fault.ts';
import { toText } from './to-text.ts';

const { each: officialEach, if: officialIf, unless: officialUnless, with: officialWith } = runtime.helpers;

/** The official `each` also keeps track of paths, for a mode that this engine lacks. So arrays skip it. */
function each(this: unknown, list: unknown, options: HelperOptions | undefined): unknown {
  if (options?.fn === undefined || !Array.isArray(list) || list.length === 0) {
    return officialEach.call(this, list, options);
  }
  const { fn } = options;
  const last = list.length - 1;
  const data = options.data && itemFrame(options.data);
  let text = '';
  for (let i = 0; i <= last; i++) {
    if (!(i in list)) continue;
    if (data) {
      data.key = i;
      data.index = i;
      data.first = i === 0;
      data.last = i === last;
    }
    const item: unknown = list[i];
    text += fn(item, data ? { data, blockParams: [item, i] } : { blockParams: [item, i] });
  }
  return text;
}

const itemFrame = (parent: DataFrame): DataFrame => ({
  ...parent,
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
export const LANGUAGE_HELPERS: Readonly<Record<string, Helper>> = {
  each,
  if: officialIf,
  unless: officialUnless,
  with: officialWith,
  lookup,
  log: () => '',
  helperMissing,
};
