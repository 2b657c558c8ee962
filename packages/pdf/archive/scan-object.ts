import { endOfText } from '../file/syntax.ts';

/** An entry of a dictionary. The dictionary is an object, or a value inside of it at any depth. */
export interface Entry {
  /** The key whose value is the dictionary, or null if the dictionary is the object itself. */
  readonly of: string | null;
  readonly key: string;
  /** A name with its slash, a number, or the first bracket of a longer value: `(`, `<`, `[`, `<<`. */
  readonly value: string;
}

/** Brackets, names, the starts of strings, references, and words. */
const TOKEN = /<<|>>|[[\]]|\/[^\s\0/<>[\](){}%]*|[(<]|\d{1,10} \d{1,5} R\b|[^\s\0/<>[\](){}%]+/g;

interface Open {
  readonly isDictionary: boolean;
  readonly of: string | null;
  key: string | null;
}

/** Calls `onEntry` for each entry of each dictionary in an object. A value in an array has the key of the array. */
export function scanObject(text: string, onEntry: (entry: Entry) => void): void {
  const open: Open[] = [];
  const token = new RegExp(TOKEN);
  for (let found = token.exec(text); found; found = token.exec(text)) {
    const [word] = found;
    const top = open.at(-1);
    if (word === '>>' || word === ']') {
      open.pop();
      endValue(open.at(-1));
      continue;
    }
    if (word === '(') token.lastIndex = endOfText(text, found.index) ?? text.length;
    else if (word === '<') token.lastIndex = endOfDigits(text, found.index);
    if (top?.isDictionary === true && top.key === null && word.startsWith('/')) {
      top.key = word.slice(1);
      continue;
    }
    const key = top?.key ?? null;
    if (top !== undefined && key !== null) onEntry({ of: top.of, key, value: word });
    if (word === '<<') open.push({ isDictionary: true, of: key, key: null });
    else if (word === '[') open.push({ isDictionary: false, of: top?.of ?? null, key });
    else endValue(top);
  }
}

/** The next name of the dictionary is a key. */
function endValue(top: Open | undefined): void {
  if (top?.isDictionary === true) top.key = null;
}

function endOfDigits(text: string, start: number): number {
  const end = text.indexOf('>', start);
  return end < 0 ? text.length : end + 1;
}
