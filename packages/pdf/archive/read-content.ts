import type { Meter } from '@platen/meter';
import { byteOf } from '../file/latin1.ts';
import { endOfText, readString } from '../file/syntax.ts';
import { TOKEN_WORK } from './limits.ts';

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

/** Marked content that is open. */
const MARK_BYTES = 16;

/** Each glyph is looked up. */
const WORK_PER_SHOWN_BYTE = 4;

const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

/** Returns the codes of a string in hexadecimal digits. */
export function toDigits(written: string): string {
  if (written.startsWith('<')) {
    const digits = written.slice(1, -1);
    const all = /\s/.test(digits) ? digits.replaceAll(/\s/g, '') : digits;
    return all.length % 2 === 0 ? all : `${all}0`;
  }
  let digits = '';
  for (const character of readString(written)) digits += HEX[byteOf(character)] ?? '';
  return digits;
}

/** Reads the content of a page, which may be in several streams, or of a form. */
export class ContentReader {
  readonly #meter: Meter;
  readonly #events: ContentEvents;
  #font: string | null = null;
  /** For each marked content that is open, whether it has a text of its own. */
  readonly #hasText: boolean[] = [];
  #openTexts = 0;
  #isText = false;

  constructor(meter: Meter, events: ContentEvents) {
    this.#meter = meter;
    this.#events = events;
  }

  async read(content: string): Promise<void> {
    const token = new RegExp(TOKEN);
    let key: string | null = null;
    let before = 0;
    for (let found = token.exec(content); found; found = token.exec(content)) {
      const [text, name, isFont, digits, mark, press] = found;
      const string = text === '(' ? readText(content, token) : digits === undefined ? null : text;
      this.#meter.charge(TOKEN_WORK + token.lastIndex - before + (string?.length ?? 0) * WORK_PER_SHOWN_BYTE);
      before = token.lastIndex;
      if (this.#meter.isDue) await this.#meter.pause();
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
    this.#meter.charge(content.length - before);
  }

  /** The content has ended. */
  release(): void {
    this.#meter.release(this.#hasText.length * MARK_BYTES);
  }

  #show(written: string): void {
    this.#events.show(this.#font, toDigits(written), this.#openTexts > 0);
  }

  #refusePress(): void {
    this.#events.foreign('6.2.4.3', 'the content has colours for a press (CMYK)');
  }

  #mark(operator: string): void {
    if (operator === 'EMC') {
      if (this.#hasText.length === 0) return;
      this.#meter.release(MARK_BYTES);
      if (this.#hasText.pop() === true) this.#openTexts -= 1;
    } else {
      this.#meter.hold(MARK_BYTES);
      this.#hasText.push(this.#isText);
      if (this.#isText) this.#openTexts += 1;
    }
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
