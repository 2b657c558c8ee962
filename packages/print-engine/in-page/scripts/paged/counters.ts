import { plain } from '../pristine.ts';

/** By name, the values of the nested instances of a counter at an element, the innermost last. */
export type CounterValues = ReadonlyMap<string, readonly number[]>;

/** An element or its `::before` or `::after`. */
interface Place {
  /** The element around it. It is null for the root. */
  readonly parent: Element | null;
}

interface Instance {
  value: number;
  /** The place at which the counter begins. */
  readonly place: Place;
}

type Counters = Map<string, Instance[]>;

/**
 * Computes the counters of a document as Chromium prints them, because a script cannot read them. Unlike css-lists-3 (4.5), a counter that begins inside the
 * scope of another one ends with its element.
 * @param wanted the elements whose counters are needed
 * @returns the values at each wanted element, with its own changes and those of its `::before`
 */
export function countCounters(root: Element, wanted: ReadonlySet<Element>): Map<Element, CounterValues> {
  const counters: Counters = new Map();
  const found = new Map<Element, CounterValues>();
  let rest = wanted.size;
  const visitPseudo = (element: Element, name: '::before' | '::after'): void => {
    const style = getComputedStyle(element, name);
    const place = { parent: element };
    if (style.content === 'none' || style.content === 'normal') return;
    change(counters, style, place);
    leave(counters, style, place);
  };
  const visit = (element: Element): void => {
    if (rest === 0) return;
    const style = getComputedStyle(element);
    if (style.display === 'none') return;
    const place = { parent: plain(element).parentElement };
    change(counters, style, place);
    visitPseudo(element, '::before');
    if (wanted.has(element)) {
      found.set(element, readValues(counters, place));
      rest -= 1;
    }
    for (const child of plain(element).children) visit(child);
    visitPseudo(element, '::after');
    leave(counters, style, place);
  };
  visit(root);
  return found;
}

function readValues(counters: Counters, place: Place): CounterValues {
  return new Map(
    Array.from(counters, ([name, instances]) => {
      dropEnded(instances, place);
      return [name, instances.map(({ value }) => value)];
    }),
  );
}

function change(counters: Counters, style: CSSStyleDeclaration, place: Place): void {
  const find = (name: string): Instance[] => {
    const instances = counters.get(name) ?? [];
    counters.set(name, instances);
    dropEnded(instances, place);
    return instances;
  };
  for (const [name, value] of readChanges(style.counterReset)) {
    const instances = find(name);
    // A sibling that resets the counter replaces it.
    if (instances.at(-1)?.place.parent === place.parent) instances.pop();
    instances.push({ value, place });
  }
  const innermost = (name: string): Instance => {
    const instances = find(name);
    const last = instances.at(-1) ?? { value: 0, place };
    if (instances.length === 0) instances.push(last);
    return last;
  };
  for (const [name, value] of readChanges(style.counterIncrement)) innermost(name).value += value;
  for (const [name, value] of readChanges(style.counterSet)) innermost(name).value = value;
}

/** A counter ends with the element around the one where it begins. */
function dropEnded(instances: Instance[], { parent }: Place): void {
  for (let last = instances.at(-1); last?.place.parent; last = instances.at(-1)) {
    if (parent !== null && plain(last.place.parent).contains(parent)) return;
    instances.pop();
  }
}

/** A counter that begins inside the scope of another one ends with its element. */
function leave(counters: Counters, style: CSSStyleDeclaration, place: Place): void {
  for (const [name] of readChanges(style.counterReset)) {
    const instances = counters.get(name) ?? [];
    if (instances.length > 1 && instances.at(-1)?.place === place) instances.pop();
  }
}

/** The computed value always has the numbers: `chapter 1 section 0`. */
export function readChanges(value: string): (readonly [name: string, value: number])[] {
  const words = value.split(' ');
  return words.flatMap((name, index) => {
    const number = index % 2 === 0 ? Number(words[index + 1]) : Number.NaN;
    return Number.isInteger(number) ? [[name, number] as const] : [];
  });
}
