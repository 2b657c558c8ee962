import { byteOf } from '../file/latin1.ts';
import { endOfText, readString } from '../file/syntax.ts';

/** The callbacks for parts of a content stream that PDF/A has rules for. */
export interface ContentEvents {
  /** Called for each string that is shown. @param codes in hexadecimal digits */
  readonly show: (font: string | null, codes: string, hasActualText: boolean) => void;
  /** Called for colours for a press, and for an image in the content. This engine never writes them. */
  readonly foreign: (rule: string, what: string) => void;
}

/** Matches names with what follows them, strings, the ends of marked content, and two kinds of operators. */
const TOKEN =
  /\/([^\s\0/<>[\](){}%]+)(?:\s+[-+.\d]+\s+(Tf)\b|\s*(?=[(<](?!<)))?|\(|<([\dA-Fa-f\s]*)>|\b(BDC|BMC|EMC)\b|\s([kK])(?=\s)|\bBI(?=\s)|%[^\r\n]*/g;

/** Returns the codes of a string in hexadecimal digits. */
export function toDigits(written: string): string {
  if (written.startsWith('<')) {
    const digits = written.slice(1, -1);
    const all = /\s/.test(digits) ? digits.replaceAll(/\s/g, '') : digits;
    return all.length % 2 === 0 ? all : `${all}0`;
  }
  return Array.from(readString(written), (character) => byteOf(character).toString(16).padStart(2, '0')).join(
    '',
  );
}

/** Reads the content of a page, which may be in several streams, or of a form. */
export class ContentReader {
  readonly #events: ContentEvents;
  #font: string | null = null;
  /** For each marked content that is open, whether it has a text of its own. */
  readonly #hasText: boolean[] = [];
  #isText = false;

  constructor(events: ContentEvents) {
    this.#events = events;
  }

  read(content: string): void {
    const token = new RegExp(TOKEN);
    let key: string | null = null;
    for (let found = token.exec(content); found; found = token.exec(content)) {
      const [text, name, isFont, digits, mark, press] = found;
      const string = text === '(' ? readText(content, token) : digits === undefined ? null : text;
      if (string !== null) {
        if (key === null) this.#show(string);
        else if (key === 'ActualText') this.#isText = true;
        key = null;
        continue;
      }
      key = null;
      if (name !== undefined) {
        if (isFont !== undefined) this.#font = name;
        else if (name === 'DeviceCMYK') this.#refusePress();
        // A string after a name is its value in a dictionary.
        else if (/[(<]/.test(content[token.lastIndex] ?? '') && !content.startsWith('<<', token.lastIndex))
          key = name;
      } else if (mark !== undefined) this.#mark(mark);
      else if (press !== undefined) this.#refusePress();
      else if (text === 'BI')
        this.#events.foreign('6.2.8', 'the content has images that cannot be checked here');
    }
  }

  #show(written: string): void {
    this.#events.show(this.#font, toDigits(written), this.#hasText.includes(true));
  }

  #refusePress(): void {
    this.#events.foreign('6.2.4.3', 'the content has colours for a press (CMYK)');
  }

  #mark(operator: string): void {
    if (operator === 'EMC') this.#hasText.pop();
    else this.#hasText.push(this.#isText);
    this.#isText = false;
  }
}

/** Returns the string whose `(` the pattern has found, and moves the pattern behind it. Returns `()` if the string does not end. */
function readText(content: string, token: RegExp): string {
  const start = token.lastIndex - 1;
  const end = endOfText(content, start);
  token.lastIndex = end ?? content.length;
  return end === null ? '()' : content.slice(start, end);
}
