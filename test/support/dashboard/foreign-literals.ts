/**
 * Parses Python and PHP literals according to the language references, so that the tests need neither language.
 */

interface Language {
  readonly words: Readonly<Record<string, unknown>>;
  readonly string: (source: string, at: number) => { value: string; end: number } | null;
  /** The brackets of a mapping or list, the longest first, and what closes them. */
  readonly brackets: readonly (readonly [open: string, close: string, kind: 'list' | 'object' | 'either'])[];
  readonly arrow: string;
}

const PYTHON_ESCAPES: Readonly<Record<string, string>> = {
  '\\': '\\',
  "'": "'",
  '"': '"',
  a: '\u0007',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
};

const hex = (digits: string): string => String.fromCodePoint(Number.parseInt(digits, 16));

/** Python reference, 2.5.1 (2.4.1 before 3.13). A plain string ends at its line, and knows no interpolation. */
function pythonString(source: string, at: number): { value: string; end: number } | null {
  const quote = source[at];
  if (quote !== '"' && quote !== "'") return null;
  let value = '';
  for (let i = at + 1; i < source.length;) {
    const character = source[i] ?? '';
    if (character === quote) return { value, end: i + 1 };
    if (character === '\n' || character === '\r') throw new Error('Python: a line break in a string');
    if (character !== '\\') {
      value += character;
      i += 1;
      continue;
    }
    const escape = /^\\(?:x([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|([0-7]{1,3}))/.exec(
      source.slice(i, i + 10),
    );
    if (escape !== null) {
      const [whole, two, four, eight, octal] = escape;
      value +=
        octal === undefined ? hex(two ?? four ?? eight ?? '') : hex(Number.parseInt(octal, 8).toString(16));
      i += whole.length;
      continue;
    }
    const next = source[i + 1] ?? '';
    // An escape that Python does not know keeps its backslash.
    value += PYTHON_ESCAPES[next] ?? `\\${next}`;
    i += 2;
  }
  throw new Error('Python: a string without an end');
}

const PHP_ESCAPES: Readonly<Record<string, string>> = {
  n: '\n',
  t: '\t',
  r: '\r',
  v: '\v',
  e: '\u001b',
  f: '\f',
  '\\': '\\',
  $: '$',
  '"': '"',
};

/** PHP manual, Strings: single quoted, and double quoted. */
function phpString(source: string, at: number): { value: string; end: number } | null {
  const quote = source[at];
  if (quote !== '"' && quote !== "'") return null;
  let value = '';
  for (let i = at + 1; i < source.length;) {
    const rest = source.slice(i, i + 12);
    if (rest[0] === quote) return { value, end: i + 1 };
    if (quote === "'") {
      const escaped = /^\\[\\']/.test(rest);
      value += escaped ? rest[1] : rest[0];
      i += escaped ? 2 : 1;
      continue;
    }
    if (/^\$[A-Za-z_{\u0080-\uffff]/.test(rest) || rest.startsWith('{$')) {
      throw new Error('PHP: a variable in a string');
    }
    const code = /^\\(?:u\{([0-9a-fA-F]+)\}|x([0-9a-fA-F]{1,2})|([0-7]{1,3}))/.exec(rest);
    if (code !== null) {
      value += String.fromCodePoint(Number.parseInt(code[1] ?? code[2] ?? code[3] ?? '', code[3] ? 8 : 16));
      i += code[0].length;
      continue;
    }
    const known = rest[0] === '\\' ? PHP_ESCAPES[rest[1] ?? ''] : undefined;
    value += known ?? rest[0];
    i += known === undefined ? 1 : 2;
  }
  throw new Error('PHP: a string without an end');
}

const PYTHON: Language = {
  words: { None: null, True: true, False: false },
  string: pythonString,
  brackets: [
    ['[', ']', 'list'],
    ['{', '}', 'object'],
  ],
  arrow: ':',
};

const PHP: Language = {
  words: { null: null, true: true, false: false },
  string: phpString,
  brackets: [
    ['(object) [', ']', 'object'],
    ['[', ']', 'either'],
  ],
  arrow: '=>',
};

class Reader {
  readonly #language: Language;
  readonly #source: string;
  #at: number;

  constructor(language: Language, source: string, at: number) {
    this.#language = language;
    this.#source = source;
    this.#at = at;
  }

  value(): unknown {
    this.#space();
    const string = this.#language.string(this.#source, this.#at);
    if (string !== null) {
      this.#at = string.end;
      return string.value;
    }
    const bracket = this.#language.brackets.find(([open]) => this.#source.startsWith(open, this.#at));
    if (bracket !== undefined) {
      this.#at += bracket[0].length;
      return this.#members(bracket[1], bracket[2]);
    }
    return this.#plain();
  }

  #members(close: string, kind: 'list' | 'object' | 'either'): unknown {
    const list: unknown[] = [];
    const entries: [string, unknown][] = [];
    for (this.#space(); !this.#take(close); this.#space()) {
      const first = this.value();
      this.#space();
      if (this.#take(this.#language.arrow)) entries.push([String(first), this.value()]);
      else list.push(first);
      this.#space();
      if (!this.#take(',') && !this.#source.startsWith(close, this.#at)) throw this.#unexpected();
    }
    if (kind === 'list') return list;
    // PHP: json_encode writes an array as a list where its keys are 0, 1, 2 and so on, or where it is empty.
    const asList = kind === 'either' && entries.every(([name], index) => name === String(index));
    return asList ? [...list, ...entries.map(([, member]) => member)] : Object.fromEntries(entries);
  }

  #plain(): unknown {
    const word = /^[A-Za-z]+|^-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/.exec(this.#source.slice(this.#at))?.[0];
    if (word === undefined) throw this.#unexpected();
    this.#at += word.length;
    if (word in this.#language.words) return this.#language.words[word];
    if (Number.isNaN(Number(word))) throw this.#unexpected();
    return Number(word);
  }

  #take(text: string): boolean {
    if (!this.#source.startsWith(text, this.#at)) return false;
    this.#at += text.length;
    return true;
  }

  #space(): void {
    while (/\s/.test(this.#source[this.#at] ?? '')) this.#at += 1;
  }

  #unexpected = (): Error => new Error(`Unexpected: ${this.#source.slice(this.#at, this.#at + 40)}`);
}

/** The value that Python or PHP source has right after `marker`. */
export const readAfter = (language: 'python' | 'php', source: string, marker: string): unknown =>
  new Reader(language === 'python' ? PYTHON : PHP, source, source.indexOf(marker) + marker.length).value();
