import { page } from '../pristine.ts';

const ALL = { subtree: true, childList: true, characterData: true, attributes: true };

/** Notices what scripts of the document change in it, and not what the engine changes. */
export class ScriptChanges {
  readonly #roots: readonly (Document | ShadowRoot)[];
  #hasAny = false;
  readonly #observer = new MutationObserver(() => {
    this.#hasAny = true;
  });

  constructor(roots: readonly (Document | ShadowRoot)[]) {
    this.#roots = roots;
    this.#observe();
  }

  /** Returns whether there were changes since the last call. */
  take(): boolean {
    const hasAny = this.#hasAny || this.#observer.takeRecords().length > 0;
    this.#hasAny = false;
    return hasAny;
  }

  /** Runs a change by the engine. */
  ignore<Result>(change: () => Result): Result {
    this.#hasAny ||= this.#observer.takeRecords().length > 0;
    this.#observer.disconnect();
    try {
      return change();
    } finally {
      this.#observe();
    }
  }

  #observe(): void {
    for (const root of this.#roots) this.#observer.observe(root instanceof ShadowRoot ? root : document, ALL);
  }
}

/** Sorts by the places of elements in the document, where scripts may have moved them. Those that are no longer in it are last. */
export function inDocumentOrder<Item extends { readonly element: Element }>(items: readonly Item[]): Item[] {
  const places = new Map(Array.from(page.querySelectorAll('*'), (element, index) => [element, index]));
  const placeOf = ({ element }: Item): number => places.get(element) ?? places.size;
  return items.toSorted((one, other) => placeOf(one) - placeOf(other));
}
