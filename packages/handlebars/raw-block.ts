import type { Helper, HelperOptions } from './official-runtime.ts';
import type { Program } from './syntax-tree.ts';

/**
 * `{{{{raw}}}}` without arguments calls this helper. A template cannot write the name, so a field `raw` of the data does not
 * hide the block, and the block does not hide the field.
 */
export const RAW_BLOCK = '{{{{raw}}}}';

/** The parser makes it. */
export interface RawBlock {
  readonly path: { readonly original: string; readonly parts?: readonly string[] };
  readonly params: readonly unknown[];
  readonly hash?: unknown;
  readonly program: Program;
}

/** Gives the node of `{{{{raw}}}}` the name of its helper. */
export function nameRawBlock(block: RawBlock): RawBlock {
  const { path, params, hash } = block;
  if (path.original !== 'raw' || params.length > 0 || hash) return block;
  return { ...block, path: { ...path, original: RAW_BLOCK, parts: [RAW_BLOCK] } };
}

/** The content of a raw block is text: the parser reads no tags in it. */
export const rawBlock: Helper = function raw(this: unknown, { fn }: HelperOptions) {
  return fn?.(this);
};
