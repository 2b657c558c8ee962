/** Windows opens a device by these names, in each folder and with each ending. */
const DEVICE = /^(?:con|prn|aux|nul|com\d|lpt\d)$/i;

/** A name that every file system keeps as it is. Others change the case or the accents, or refuse it. */
const SAFE = /^[A-Za-z0-9](?:[A-Za-z0-9 _.,()+-]*[A-Za-z0-9_)+-])?$/;

const isFileName = (name: string): boolean => SAFE.test(name) && !DEVICE.test(name.split('.')[0] ?? '');

/** Letters that have no accent to remove. */
const SPELLED: Readonly<Record<string, string>> = { ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', ł: 'l', đ: 'd' };

/** Lower-case letters, digits and hyphens. */
function simplify(name: string, ifEmpty: string): string {
  const words = name
    .normalize('NFKD')
    .replace(/\p{Mark}/gu, '')
    .toLowerCase()
    .replace(/[ßæœøłđ]/g, (letter) => SPELLED[letter] ?? '')
    .match(/[a-z0-9]+/g);
  const text = (words ?? [ifEmpty]).join('-').slice(0, 60).replace(/-$/, '');
  return DEVICE.test(text) ? `${text}-${ifEmpty}` : text;
}

/** Names that are given out. Two of them never differ in their case alone. */
export class FileNames {
  readonly #taken: Set<string>;

  constructor(taken: Iterable<string> = []) {
    this.#taken = new Set(Array.from(taken, (name) => name.toLowerCase()));
  }

  /** Returns the name itself, if it can be that of a file and is free. */
  keep(name: string, ifEmpty: string): string {
    return isFileName(name) && this.#take(name) ? name : this.simple(name, ifEmpty);
  }

  /** Returns the name in lower-case letters, digits and hyphens, with a number if another one has it. */
  simple(name: string, ifEmpty: string): string {
    const text = simplify(name, ifEmpty);
    for (let number = 1; ; number += 1) {
      const numbered = number === 1 ? text : `${text}-${number}`;
      if (this.#take(numbered)) return numbered;
    }
  }

  #take(name: string): boolean {
    const key = name.toLowerCase();
    if (this.#taken.has(key)) return false;
    this.#taken.add(key);
    return true;
  }
}
