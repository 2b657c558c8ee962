import { plain } from '../pristine.ts';

/** By name, the values of the nested instances of a counter at an element, the innermost last. */
export type CounterValues = ReadonlyMap<string, readonly number[]>;

interface Instance {
  value: number;
  /** The instance ends with this element. */
  readonly scope: Element;
}

/**
 * Computes the counters of a document as css-lists-3 defines them (4), because a script cannot read them.
 * @param wanted the elements whose counters are needed
 * @returns the values at each wanted element, with its own changes and those of its `::before`
 */
export function countCounters(root: Element, wanted: ReadonlySet<Element>): Map<Element, CounterValues> {
  const counters = new Map<string, Instance[]>();
  const found = new Map<Element, CounterValues>();
  if (wanted.size === 0) return found;
  let rest = wanted.size;
  const visit = (element: Element): void => {
    const style = getComputedStyle(element);
    if (style.display === 'none') return;
    change(counters, style, plain(element).parentElement ?? element);
    const before = getComputedStyle(element, '::before');
    if (before.content !== 'none' && before.content !== 'normal') change(counters, before, element);
    if (wanted.has(element)) {
      found.set(element, copy(counters));
      rest -= 1;
    }
    for (const child of plain(element).children) {
      if (rest === 0) return;
      visit(child);
    }
    const after = getComputedStyle(element, '::after');
    if (after.content !== 'none' && after.content !== 'normal') change(counters, after, element);
    for (const instances of counters.values()) while (instances.at(-1)?.scope === element) instances.pop();
  };
  visit(root);
  return found;
}

const copy = (counters: ReadonlyMap<string, readonly Instance[]>): CounterValues =>
  new Map([...counters].map(([name, instances]) => [name, instances.map(({ value }) => value)]));

/** @param scope the element with which the counters that begin here end */
function change(counters: Map<string, Instance[]>, style: CSSStyleDeclaration, scope: Element): void {
  for (const [name, value] of readChanges(style.counterReset)) {
    const instances = counters.get(name) ?? [];
    // A sibling that resets the counter replaces it.
    if (instances.at(-1)?.scope === scope) instances.pop();
    instances.push({ value, scope });
    counters.set(name, instances);
  }
  const innermost = (name: string): Instance => {
    const instances = counters.get(name) ?? [];
    const last = instances.at(-1) ?? { value: 0, scope };
    if (instances.length === 0) counters.set(name, [last]);
    return last;
  };
  for (const [name, value] of readChanges(style.counterIncrement)) innermost(name).value += value;
  for (const [name, value] of readChanges(style.counterSet)) innermost(name).value = value;
}

/** The computed value always has the numbers: `chapter 1 section 0`. */
export function readChanges(value: string): (readonly [name: string, value: number])[] {
  const words = value.split(' ');
  return words.flatMap((name, index) => {
    const number = index % 2 === 0 ? Number(words[index + 1]) : Number.NaN;
    return Number.isInteger(number) ? [[name, number] as const] : [];
  });
}
