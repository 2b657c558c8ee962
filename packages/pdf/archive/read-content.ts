import { latin1 } from '../file/latin1.ts';
import { readString } from '../file/syntax.ts';

/** The parts of a content stream that PDF/A has rules for. */
export interface ContentEvents {
  /** @param codes in hexadecimal digits, as this engine writes them */
  readonly show: (font: string | null, codes: string, hasActualText: boolean) => void;
  /** Colours for a press, or an image in the content. This engine never writes them. */
  readonly foreign: (rule: string, what: string) => void;
}

/** Matches names with what follows them, strings, the ends of marked content, and two kinds of operators. */
const TOKEN =
  /\/([^\s\0/<>[\](){}%]+)(?:\s+[-+.\d]+\s+(Tf)\b|\s*(?=[(<](?!<)))?|\(|<([\dA-Fa-f\s]*)>|\b(BDC|BMC|EMC)\b|\s([kK])(?=\s)|\bBI(?=\s)|%[^\r\n]*/g;

/** The label "latin1" is that of Windows-1252 (Encoding Standard, 4.2), whose codes from 128 to 159 are other characters. */
const BYTES = new Map(
  Array.from({ length: 32 }, (_, index) => [latin1.decode(new Uint8Array([128 + index])), 128 + index]),
);

/** Returns the codes of a string in hexadecimal digits. */
export function toDigits(written: string): string {
  if (written.startsWith('<')) {
    const digits = written.slice(1, -1);
    const all = /\s/.test(digits) ? digits.replaceAll(/\s/g, '') : digits;
    return all.length % 2 === 0 ? all : `${all}0`;
  }
  const codes = Array.from(
    readString(written),
    (character) => BYTES.get(character) ?? character.charCodeAt(0),
  );
  return codes.map((code) => code.toString(16).padStart(2, '0')).join('');
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
      const string = text === '(' ? endOfString(content, token) : digits === undefined ? null : text;
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

/** Reads to the end of the string. The pattern has found its start. */
function endOfString(content: string, token: RegExp): string {
  const start = token.lastIndex - 1;
  let depth = 0;
  for (let at = start; at < content.length; at += 1) {
    const character = content[at];
    if (character === '\\') at += 1;
    else if (character === '(') depth += 1;
    else if (character === ')') {
      depth -= 1;
      if (depth > 0) continue;
      token.lastIndex = at + 1;
      return content.slice(start, at + 1);
    }
  }
  token.lastIndex = content.length;
  return '()';
}
