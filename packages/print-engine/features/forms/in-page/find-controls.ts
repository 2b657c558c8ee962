import { findDocuments, findShadowRoots } from '../../../in-page/scripts/documents.ts';
import { page, plain } from '../../../in-page/scripts/pristine.ts';
import type { SkippedControl } from '../messages.ts';
import { boxOf, type Control, nameOf } from './control.ts';

const CONTROLS = 'input, textarea, select';

/** These controls stay as they are, because a PDF has no field for them, or only one that needs a script. */
const NO_FIELD = new Set(['hidden', 'file', 'button', 'submit', 'reset', 'image', 'range', 'color']);

/** A smaller control is hidden, and a label usually stands for it. */
const LEAST_PX = 4;

interface FoundControls {
  readonly controls: readonly Control[];
  readonly skipped: readonly SkippedControl[];
}

/** Finds the controls that become fields, in the order of the document, and those that a PDF cannot have as fields. */
export function findControls(): FoundControls {
  const controls: Control[] = [];
  const skipped: SkippedControl[] = [];
  const turned = new Map<Element, string | null>();
  for (const control of page.querySelectorAll<Control>(CONTROLS)) {
    const { width, height } = boxOf(control);
    if (NO_FIELD.has(control.type) || !isVisible(control) || width < LEAST_PX || height < LEAST_PX) continue;
    const reason = findObstacle(control, turned);
    if (reason === null) controls.push(control);
    else skipped.push({ name: nameOf(control), reason });
  }
  const others = [
    ...findDocuments()
      .slice(1)
      .map(({ document }) => ({ root: document, reason: 'is in a frame' })),
    ...findShadowRoots(document).map((root) => ({ root, reason: 'is in a shadow tree' })),
  ];
  for (const { root, reason } of others)
    for (const control of root.querySelectorAll<Control>(CONTROLS))
      if (!NO_FIELD.has(control.type)) skipped.push({ name: nameOf(control), reason });
  return { controls, skipped };
}

const isVisible = (control: Control): boolean => control.checkVisibility({ visibilityProperty: true });

/** @returns why a field cannot be at the place of a control, or null @param known the results for elements around other controls */
function findObstacle(element: Element | null, known: Map<Element, string | null>): string | null {
  if (element === null) return null;
  const before = known.get(element);
  if (before !== undefined) return before;
  const { position, transform, rotate } = getComputedStyle(element);
  const matrix = new DOMMatrix(transform === 'none' ? undefined : transform);
  const isTurned =
    !matrix.is2D || Math.abs(matrix.b) + Math.abs(matrix.c) > 1e-3 || matrix.a <= 0 || matrix.d <= 0;
  const own = isTurned || rotate !== 'none' ? 'is turned' : position === 'fixed' ? 'is on each page' : null;
  const reason = own ?? findObstacle(plain(element).parentElement, known);
  known.set(element, reason);
  return reason;
}
