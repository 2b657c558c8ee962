import { ensureSyntaxTree } from '@codemirror/language';
import type { EditorState, Extension } from '@codemirror/state';
import { EditorView } from '@codemirror/view';

const CLOSE_TAG_BEFORE = /<\/([a-z][\w:-]*)\s*>$/i;
const CLOSE_TAG_AFTER = /^(\s*)<\/([a-z][\w:-]*)\s*>/i;

/** Longer than any tag with the space before it. */
const LOOKED_AT_CHARS = 200;
const PARSE_MS = 50;

interface Range {
  readonly from: number;
  readonly to: number;
}

/**
 * Finds a close tag that is there twice. The editor inserts `</p>` after `<p>`. If the user also types `</p>`, the inserted one
 * is left over.
 *
 * @param head the position after the typed close tag
 */
export function findSurplusCloseTag(state: EditorState, head: number): Range | null {
  const before = state.sliceDoc(Math.max(0, head - LOOKED_AT_CHARS), head);
  const after = state.sliceDoc(head, head + LOOKED_AT_CHARS);
  const [, written] = CLOSE_TAG_BEFORE.exec(before) ?? [];
  const [surplus = '', space = '', name] = CLOSE_TAG_AFTER.exec(after) ?? [];
  if (written === undefined || name?.toLowerCase() !== written.toLowerCase()) return null;
  const tree = ensureSyntaxTree(state, head + surplus.length, PARSE_MS);
  // A close tag that closes an element stays.
  const tag = tree?.resolveInner(head + space.length + 1, 1).parent;
  return tag?.name === 'MismatchedCloseTag' ? { from: head, to: head + surplus.length } : null;
}

/** Removes the inserted close tag when the user types the same one before it. */
export const closeTagsOnce: Extension = EditorView.inputHandler.of((view, from, to, text, insert) => {
  if (view.composing || view.state.readOnly || from !== to || text !== '>') return false;
  const base = insert();
  const surplus = findSurplusCloseTag(base.state, base.state.selection.main.head);
  if (surplus === null || base.state.selection.ranges.length > 1) return false;
  view.dispatch([base, base.state.update({ changes: surplus, userEvent: 'input.complete' })]);
  return true;
});
