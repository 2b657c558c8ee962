/** The name of a link in an HTML document. It can be sent as JSON. */
export interface LinkName {
  /** The address, or `#` for a place in the document. */
  readonly address: string;
  /** The text that it shows. */
  readonly text: string;
  /** The name that a screen reader says. */
  readonly name: string;
}

/** Stands for any place in the document, because the PDF has other names for places than the HTML. */
const INSIDE = '#';

/** Returns the key of a link. It ignores case and spaces, because a style sheet can change both. */
const toKey = (address: string, text: string): string =>
  `${address} ${text.replaceAll(/\s+/g, '').toLowerCase()}`;

/** Finds the names of links. Links with the same address and text are found in the order of the document. */
export class LinkNames {
  readonly #names = new Map<string, string[]>();

  constructor(links: readonly LinkName[]) {
    for (const { address, text, name } of links) {
      const key = toKey(address, text);
      const known = this.#names.get(key);
      if (known) known.push(name);
      else this.#names.set(key, [name]);
    }
  }

  /** Returns null if the HTML has no such link, or was not read. @param address null for a place in the document */
  find(address: string | null, text: string): string | null {
    const names = this.#names.get(toKey(address ?? INSIDE, text));
    return (names && names.length > 1 ? names.shift() : names?.[0]) ?? null;
  }
}
