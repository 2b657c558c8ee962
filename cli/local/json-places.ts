export interface Place {
  /** From 1. */
  readonly line: number;
  readonly column: number;
}

type Path = readonly (string | number)[];

/**
 * Finds the place at which a value begins in a text of JSON. If the text does not have it, it is that of the value around it.
 * @param text valid JSON
 */
export function findInJson(text: string, path: Path): Place {
  const scanner = new Scanner(text);
  let at = scanner.skipSpace(0);
  for (const key of path) {
    const next = scanner.findChild(at, key);
    if (next === null) break;
    at = next;
  }
  return placeAt(text, at);
}

/** @param index of a character of the text */
function placeAt(text: string, index: number): Place {
  const before = text.slice(0, index);
  return { line: before.split('\n').length, column: index - before.lastIndexOf('\n') };
}

/** Reads valid JSON without making its values. */
class Scanner {
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  skipSpace(at: number): number {
    let end = at;
    while (' \t\r\n\uFEFF'.includes(this.#text.charAt(end)) && end < this.#text.length) end += 1;
    return end;
  }

  /** @returns the start of the value of a field or an item, or null if the value at `at` does not have it */
  findChild(at: number, key: string | number): number | null {
    const isObject = this.#text[at] === '{';
    if (!isObject && this.#text[at] !== '[') return null;
    let place = this.skipSpace(at + 1);
    for (let index = 0; !'}]'.includes(this.#text.charAt(place)); index += 1) {
      const end = isObject ? this.#skipString(place) : place;
      const name: unknown = isObject ? JSON.parse(this.#text.slice(place, end)) : index;
      if (isObject) place = this.skipSpace(this.skipSpace(end) + 1);
      if (name === key) return place;
      place = this.skipSpace(this.#skipValue(place));
      if (this.#text[place] === ',') place = this.skipSpace(place + 1);
    }
    return null;
  }

  #skipValue(at: number): number {
    let depth = 0;
    for (let place = at; place < this.#text.length; place += 1) {
      const character = this.#text.charAt(place);
      if (character === '"') place = this.#skipString(place) - 1;
      else if ('{['.includes(character)) depth += 1;
      else if ('}]'.includes(character)) depth -= 1;
      else if (depth > 0 || character !== ',') continue;
      if (depth < 0 || (depth === 0 && character === ',')) return place;
      if (depth === 0 && '"}]'.includes(character)) return place + 1;
    }
    return this.#text.length;
  }

  /** @param at a quotation mark @returns what follows the closing one */
  #skipString(at: number): number {
    let place = at + 1;
    while (place < this.#text.length && this.#text[place] !== '"')
      place += this.#text[place] === '\\' ? 2 : 1;
    return place + 1;
  }
}

/** The parts of `items[2].price`. */
export const parsePath = (text: string): (string | number)[] =>
  text
    .split(/[.[]/)
    .filter((part) => part !== '')
    .map((part) => (/^\d+\]$/.test(part) ? Number(part.slice(0, -1)) : part));
