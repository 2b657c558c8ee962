import { type Cases, type Message, MessageFault, type Part, type Plural } from './message.ts';
import { readDateStyle, readNumberStyle, readTimeStyle } from './styles.ts';

/** Each level is a call of the parser in itself. People write two or three. */
const MAX_MESSAGE_LEVELS = 8;

const TYPES = ['number', 'date', 'time', 'plural', 'selectordinal', 'select'];
const CATEGORIES = ['zero', 'one', 'two', 'few', 'many', 'other'];

// Sticky, so that each character is read once.
const SPACE = /\s*/y;
const NAME = /[\p{L}\p{N}_$-]+/uy;
const STYLE = /[^{}']*/y;
const OFFSET = /offset\s*:\s*(\d{1,9})\s*/y;
const SELECTOR = /=\d{1,15}|[\p{L}\p{N}_$-]+/uy;
const TEXT = /[^'{}#]+/y;
/** At the end of the text before an apostrophe. */
const LETTER = /[\p{L}\p{N}]$/u;
const NO_LETTER = /[^\p{L}\p{N}]/u;
const QUOTED = /(?:[^']|'')*/y;

/** Work of the meter for a character. */
export const WORK_PER_CHAR = 50;

/**
 * Its callers charge each character: a check as work, and a print as steps of its template. @throws {MessageFault} with the place
 *
 * @param isNew the message is about to be saved: an apostrophe that looks like one of the text, but quotes, is a fault too
 */
export const parseMessage = (text: string, { isNew = false } = {}): Message =>
  new MessageParser(text, isNew).parse();

/** Source: https://unicode-org.github.io/icu/userguide/format_parse/messages/ */
class MessageParser {
  readonly #text: string;
  readonly #isNew: boolean;
  #at = 0;

  constructor(text: string, isNew: boolean) {
    this.#text = text;
    this.#isNew = isNew;
  }

  parse(): Message {
    const message = this.#message(0, false);
    if (this.#at < this.#text.length) this.#fail(`"}" has no "{". Write it as '}'`);
    return message;
  }

  /** @param inPlural whether `#` is a number */
  #message(level: number, inPlural: boolean): Message {
    if (level > MAX_MESSAGE_LEVELS) this.#fail(`nests more than ${MAX_MESSAGE_LEVELS} plurals and selects`);
    const parts: Part[] = [];
    let text = '';
    const flush = () => {
      if (text !== '') parts.push(text);
      text = '';
    };
    while (this.#at < this.#text.length) {
      const character = this.#text[this.#at];
      if (character === '}') break;
      if (character === '{') {
        flush();
        parts.push(this.#argument(level, inPlural));
      } else if (character === '#' && inPlural) {
        flush();
        parts.push({ kind: 'count' });
        this.#at += 1;
      } else text += this.#literal(inPlural);
    }
    flush();
    return parts;
  }

  /** An apostrophe quotes only if a character with a meaning follows. So `don't` needs no second one. */
  #literal(inPlural: boolean): string {
    const character = this.#text[this.#at];
    if (character !== "'") return this.#read(TEXT) || this.#skip(1);
    const next = this.#text[this.#at + 1];
    if (next === "'") {
      this.#at += 2;
      return "'";
    }
    if (next !== '{' && next !== '}' && !(next === '#' && inPlural)) return this.#skip(1);
    const opened = this.#at;
    this.#at += 1;
    const quoted = this.#read(QUOTED).replaceAll("''", "'");
    // Without a second apostrophe, the rest of the message is quoted.
    const isClosed = this.#skip(1) !== '';
    if (this.#isNew && (!isClosed || LETTER.test(this.#text.slice(Math.max(0, opened - 2), opened))))
      this.#failAtQuote(opened);
    return quoted;
  }

  /** Somebody who writes `l'{name}` means an apostrophe, and the value. */
  #failAtQuote(opened: number): never {
    const before =
      this.#text
        .slice(Math.max(0, opened - 20), opened)
        .split(NO_LETTER)
        .at(-1) ?? '';
    const next = /^(?:\{[^{}']{0,40}\}?|[}#])/.exec(this.#text.slice(opened + 1))?.[0] ?? '';
    this.#fail(
      `the apostrophe before "${next}" begins a quotation, so "${next}" would be printed as it is. Write two apostrophes: "${before}''${next}"`,
      opened,
    );
  }

  #argument(level: number, inPlural: boolean): Part {
    const opened = this.#at;
    this.#at += 1;
    this.#read(SPACE);
    const name = this.#read(NAME);
    if (name === '') this.#fail('a name must follow "{", such as {count}', opened);
    if (this.#accept('}')) return { kind: 'value', name };
    if (!this.#accept(',')) this.#fail(`"}" or "," must follow "{${name}"`);
    this.#read(SPACE);
    const typeAt = this.#at;
    const type = this.#read(NAME);
    const part = this.#typed(type, name, level, inPlural);
    if (part === null) this.#fail(`"${type}" is not a type: it must be ${TYPES.join(', ')}`, typeAt);
    if (!this.#accept('}')) this.#fail(`"{${name}" is not closed`, opened);
    return part;
  }

  #typed(type: string, name: string, level: number, inPlural: boolean): Part | null {
    switch (type) {
      case 'number':
        return { kind: 'number', name, ...this.#style(readNumberStyle) };
      case 'date':
        return { kind: 'date', name, options: this.#style(readDateStyle) };
      case 'time':
        return { kind: 'date', name, options: this.#style(readTimeStyle) };
      case 'plural':
        return this.#plural(name, 'cardinal', level);
      case 'selectordinal':
        return this.#plural(name, 'ordinal', level);
      case 'select':
        this.#comma(name);
        return { kind: 'select', name, cases: this.#cases(null, level, inPlural) };
      default:
        return null;
    }
  }

  #style<Style>(read: (style: string) => Style): Style {
    if (!this.#accept(',')) return read('');
    this.#read(SPACE);
    const start = this.#at;
    const style = this.#read(STYLE).trim();
    try {
      if (style === '') throw new MessageFault('a style must follow ","');
      return read(style);
    } catch (error) {
      if (error instanceof MessageFault) this.#fail(error.message, start);
      throw error;
    }
  }

  #plural(name: string, type: Intl.PluralRuleType, level: number): Plural {
    this.#comma(name);
    this.#read(SPACE);
    const [, offset = '0'] = this.#match(OFFSET) ?? [];
    return {
      kind: 'plural',
      name,
      type,
      offset: Number(offset),
      cases: this.#cases(CATEGORIES, level, true),
    };
  }

  #comma(name: string): void {
    if (!this.#accept(',')) this.#fail(`cases must follow "{${name}", such as other {…}`);
  }

  /** @param allowed selectors. Default: any. */
  #cases(allowed: readonly string[] | null, level: number, inPlural: boolean): Cases {
    const cases = new Map<string, Message>();
    for (;;) {
      this.#read(SPACE);
      const start = this.#at;
      const selector = this.#read(SELECTOR);
      if (selector === '') break;
      const isExact = selector.startsWith('=');
      if (isExact ? allowed === null : allowed?.includes(selector) === false)
        this.#fail(`"${selector}" is not a case: it must be ${describeCases(allowed)}`, start);
      const key = isExact ? `=${Number(selector.slice(1))}` : selector;
      if (cases.has(key)) this.#fail(`the case "${selector}" is there twice`, start);
      if (!this.#accept('{')) this.#fail(`"{" must follow the case "${selector}"`);
      cases.set(key, this.#message(level + 1, inPlural));
      if (this.#text[this.#at] !== '}') this.#fail(`the case "${selector}" is not closed`, start);
      this.#at += 1;
    }
    if (!cases.has('other')) this.#fail('the case "other" is missing');
    return cases;
  }

  #accept(character: string): boolean {
    this.#read(SPACE);
    if (this.#text[this.#at] !== character) return false;
    this.#at += 1;
    return true;
  }

  #read(pattern: RegExp): string {
    return this.#match(pattern)?.[0] ?? '';
  }

  #match(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#text);
    this.#at += found?.[0].length ?? 0;
    return found;
  }

  #skip(count: number): string {
    const text = this.#text.slice(this.#at, this.#at + count);
    this.#at += text.length;
    return text;
  }

  #fail(problem: string, at = this.#at): never {
    throw new MessageFault(`character ${at + 1}: ${problem}`);
  }
}

const describeCases = (allowed: readonly string[] | null): string =>
  allowed === null ? 'a word' : `=1 or ${allowed.join(', ')}`;
