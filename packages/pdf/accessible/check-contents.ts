import type { Meter } from '@platen/meter';
import { Check } from '../archive/check.ts';
import { ContentsChecker } from '../archive/check-contents.ts';
import { checkObject } from '../archive/check-object.ts';
import { placeOf, Problems } from '../archive/problems.ts';
import { HAS_CONTENT, WORK_PER_CHARACTER } from '../archive/require-archivable.ts';
import { listPages, readContents } from '../file/list-pages.ts';
import type { PdfReader } from '../file/reader.ts';

/** The rules of ISO 14289-1 by the same rules of ISO 19005-2. Some have another message. */
const SHARED: Readonly<Record<string, readonly [rule: string, message?: string]>> = {
  '6.1.7': ['7.1'],
  '6.2.2': ['7.21.4.1'],
  '6.2.9': ['7.20'],
  '6.2.11.3': ['7.21.3.1'],
  '6.2.11.3.2': ['7.21.3.2'],
  '6.2.11.4.1': ['7.21.4.1'],
  '6.2.11.7.2': ['7.21.7', 'a glyph has no text; use another font'],
  '6.2.11.8': ['7.21.8'],
};

/** Reports problems of PDF/A as problems of PDF/UA, if PDF/UA has the same rule. The rules for fonts are the same. */
class SharedProblems extends Problems {
  readonly #problems: Problems;

  constructor(problems: Problems) {
    super('pdfua');
    this.#problems = problems;
  }

  override get isFull(): boolean {
    return this.#problems.isFull;
  }

  override add(rule: string, place: string, what: string): void {
    const [same, message = what] = SHARED[rule] ?? [];
    if (same !== undefined) this.#problems.add(same, place, message);
  }
}

/** Checks fonts and the texts that use them. @returns the check, which knows the maps that must be mended */
export async function checkContents(reader: PdfReader, problems: Problems, meter: Meter): Promise<Check> {
  const check = new Check(reader, { level: '3u', problems: new SharedProblems(problems), meter });
  const contents = new ContentsChecker(check);
  for (const id of reader.idsInOrder()) {
    if (problems.isFull) return check;
    const object = await reader.object(id);
    meter.charge(object.text.length * WORK_PER_CHARACTER);
    await meter.pause();
    await checkObject(check, object);
    if (object.stream !== null && HAS_CONTENT.test(object.text))
      await contents.check(placeOf(object), object, [id]);
  }
  let number = 0;
  for await (const page of listPages(reader)) {
    if (problems.isFull) return check;
    number += 1;
    await contents.check(`page ${number}`, page, readContents(page));
  }
  contents.release();
  return check;
}
