/** A value of a dictionary, wherever the dictionary is in an object. */
export interface Entry {
  /** The key that the dictionary itself is the value of. Null: it is the object. */
  readonly of: string | null;
  readonly key: string;
  /** A name with its slash, a number, or the start of what it is: `(`, `<`, `[`, `<<`. */
  readonly value: string;
}

/** Brackets, names, the starts of strings, references, and words. */
const TOKEN = /<<|>>|[[\]]|\/[^\s\0/<>[\](){}%]*|[(<]|\d{1,10} \d{1,5} R\b|[^\s\0/<>[\](){}%]+/g;

interface Open {
  readonly isDictionary: boolean;
  readonly of: string | null;
  key: string | null;
}

/** Tells about each entry of each dictionary in the text of an object. Values of arrays have the key of the array. */
export function scanObject(text: string, tell: (entry: Entry) => void): void {
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
    if (word === '(') token.lastIndex = endOfText(text, found.index);
    else if (word === '<') token.lastIndex = endOfDigits(text, found.index);
    if (top?.isDictionary === true && top.key === null && word.startsWith('/')) {
      top.key = word.slice(1);
      continue;
    }
    const key = top?.key ?? null;
    if (top !== undefined && key !== null) tell({ of: top.of, key, value: word });
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

function endOfText(text: string, start: number): number {
  let depth = 0;
  for (let at = start; at < text.length; at += 1) {
    const character = text[at];
    if (character === '\\') at += 1;
    else if (character === '(') depth += 1;
    else if (character === ')') {
      depth -= 1;
      if (depth === 0) return at + 1;
    }
  }
  return text.length;
}
