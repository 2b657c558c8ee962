import type { Meter } from './limits.ts';
import { isPresent } from './lookups.ts';
import { type DataFrame, type Helper, type HelperOptions, runtime } from './official.ts';
import { textOf } from './print.ts';

const { each: officialEach, if: officialIf, unless: officialUnless, with: officialWith } = runtime.helpers;

/**
 * The official `each`, with a short way for arrays, which are what is iterated thousands of times: the official
 * one also keeps track of paths, for a mode that the engine does not have.
 */
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

/** The official `lookup`, but JavaScript would turn an array that is given as the name into text, unmetered. */
const lookup =
  (meter: Meter): Helper =>
  (parent: unknown, name: unknown, options: HelperOptions) => {
    if (!parent) return parent;
    return options.lookupProperty(parent, isPresent(name) ? textOf(name, meter) : String(name));
  };

/** Helpers of the language itself, as every template finds them; `log` says nothing. */
export const languageHelpers = (meter: Meter): Readonly<Record<string, Helper>> => ({
  each,
  if: officialIf,
  unless: officialUnless,
  with: officialWith,
  lookup: lookup(meter),
  log: () => '',
});
