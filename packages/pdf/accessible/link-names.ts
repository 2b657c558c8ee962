/** What a link of an HTML document is called. It can be sent as JSON. */
export interface LinkName {
  /** The address, or `#` for a place in the document. */
  readonly address: string;
  /** The text that it shows. */
  readonly text: string;
  /** What a screen reader says. */
  readonly name: string;
}

/** A place in the document has no address in the PDF that the HTML has. */
const INSIDE = '#';

/** A style sheet can show a text in other letters, and with other spaces. */
const toKey = (address: string, text: string): string =>
  `${address} ${text.replaceAll(/\s+/g, '').toLowerCase()}`;

/** Finds the names of links in the order of the document. */
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

  /** @param address null for a place in the document. Null if the HTML has no such link, or nobody has read it */
  find(address: string | null, text: string): string | null {
    const names = this.#names.get(toKey(address ?? INSIDE, text));
    return (names && names.length > 1 ? names.shift() : names?.[0]) ?? null;
  }
}
