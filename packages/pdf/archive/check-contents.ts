import { latin1 } from '../file/latin1.ts';
import type { PdfObject } from '../file/reader.ts';
import type { Check } from './check.ts';
import { OperatorChecker } from './check-operators.ts';
import type { FontFacts } from './font-facts.ts';
import { FontReader } from './font-reader.ts';
import { MAX_STRING_BYTES } from './limits.ts';
import { NO_TEXT } from './mend-fonts.ts';
import { ContentReader } from './read-content.ts';

/** A glyph that breaks a rule is checked wherever it is shown. */
const WORK_PER_NEW_CODE = 200;

/** Checks what pages and forms draw. Each glyph must be in its font. For the levels `u` and `a`, it must also have a text. */
export class ContentsChecker {
  readonly #check: Check;
  readonly #fonts: FontReader;

  constructor(check: Check) {
    this.#check = check;
    this.#fonts = new FontReader(check);
  }

  /** @param owner the page, form or font whose resources the content uses */
  async check(place: string, owner: PdfObject, streamIds: readonly number[]): Promise<void> {
    const { reader, problems, meter } = this.#check;
    const fonts = await this.#fonts.readFonts(owner.text);
    let usesUnknownFont = false;
    const content = new ContentReader(meter, {
      foreign: (rule, what) => problems.add(rule, place, what),
      show: (name, codes, hasActualText) => {
        const font = name === null ? undefined : fonts.get(name);
        if (codes.length > 2 * MAX_STRING_BYTES)
          problems.add('6.1.13', place, `a text has more than ${MAX_STRING_BYTES} bytes`);
        if (font === undefined) {
          // A content can show a string a million times, and a problem costs more than its string.
          if (!usesUnknownFont) problems.add('6.2.2', place, 'uses a font that its resources do not have');
          usesUnknownFont = true;
        } else this.#checkCodes(font, codes, place, hasActualText);
      },
    });
    const operators = new OperatorChecker(meter, this.#check.isFirstPart, (rule, what) =>
      problems.add(rule, place, what),
    );
    for (const id of streamIds) {
      const isRead = await this.#check.expand(await reader.object(id), async (data) => {
        const text = latin1.decode(data);
        await operators.check(text);
        await content.read(text);
        return true;
      });
      if (isRead === null)
        problems.add('6.1.7', place, 'its content is too long to be checked, or cannot be read');
    }
    content.release();
  }

  /** Forgets the fonts. */
  release(): void {
    this.#fonts.release();
  }

  #checkCodes(font: FontFacts, codes: string, place: string, hasActualText: boolean): void {
    const where = `${place}, font ${font.name}`;
    if (font.foreignKind !== null) {
      const what = `is a font of the kind ${font.foreignKind}, which cannot be checked here`;
      this.#check.problems.add('6.2.11.4.1', where, what);
      return;
    }
    const step = font.isComposite ? 4 : 2;
    for (let at = 0; at + step <= codes.length; at += step) {
      const digits = codes.slice(at, at + step);
      // Most glyphs were checked on an earlier page.
      if (font.sound.has(digits)) continue;
      this.#check.meter.charge(WORK_PER_NEW_CODE);
      if (this.#isSound(font, digits, { where, hasActualText })) font.sound.add(digits);
    }
  }

  /** Returns whether the code breaks no rule, wherever the document shows it. */
  #isSound(font: FontFacts, digits: string, { where, hasActualText }: Shown): boolean {
    const { problems } = this.#check;
    const code = Number.parseInt(digits, 16);
    if (font.isMissing(code)) {
      problems.add('6.2.11.8', where, 'a character has no glyph; add a font that has it');
      return false;
    }
    if (!font.hasWidth(code)) {
      problems.add(
        '6.2.11.5',
        where,
        'the width of a glyph differs from its width in the font, or cannot be checked here',
      );
      return false;
    }
    if (font.texts === null) return true;
    const text = font.texts.get(code) ?? '';
    if (NO_TEXT.test(text) && hasActualText && font.mapId !== null) this.#check.mapsToMend.add(font.mapId);
    else if (text === '' || NO_TEXT.test(text))
      problems.add('6.2.11.7.2', where, 'a glyph, such as a ligature, has no text; use "2b" or "3b"');
    else if (!this.#check.isTagged || !PRIVATE.test(text)) return true;
    else if (!hasActualText)
      problems.add('6.2.11.7.3', where, 'a character is in the private use area, as in icon fonts');
    return false;
  }
}

/** The place of a text, and whether the marked content around it has a text to read (`/ActualText`). */
interface Shown {
  readonly where: string;
  readonly hasActualText: boolean;
}

const PRIVATE = /\p{Co}/u;
