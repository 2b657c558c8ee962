import type { Extension } from '@codemirror/state';
import { hoverTooltip } from '@codemirror/view';

const CALL = /\{\{~?#?>\s*([A-Za-z][\w-]*)/g;

/** Returns the call of a partial that is at this offset of a line. */
export function partialAt(
  line: string,
  offset: number,
): { readonly name: string; readonly from: number; readonly to: number } | null {
  for (const { 0: call, 1: name = '', index } of line.matchAll(CALL)) {
    const to = index + call.length;
    if (index <= offset && offset <= to) return { name, from: to - name.length, to };
  }
  return null;
}

/**
 * Shows a link to the page of a partial when the pointer is over its call.
 *
 * @param addressOf returns null for a name that is not a partial
 */
export const partialLinks = (addressOf: (name: string) => string | null): Extension =>
  hoverTooltip((view, position) => {
    const line = view.state.doc.lineAt(position);
    const call = partialAt(line.text, position - line.from);
    const address = call && addressOf(call.name);
    if (!address) return null;
    return {
      pos: line.from + call.from,
      end: line.from + call.to,
      create: () => ({ dom: linkTo(call.name, address) }),
    };
  });

function linkTo(name: string, address: string): HTMLElement {
  const link = document.createElement('a');
  link.href = address;
  link.target = '_blank';
  link.textContent = `Open the partial “${name}”`;
  const tooltip = document.createElement('div');
  tooltip.style.padding = '4px 8px';
  tooltip.append(link);
  return tooltip;
}
