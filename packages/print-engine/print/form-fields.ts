import { addFields, type MarkedFields, PdfReader } from '@platen/pdf';
import { UnprintableJob } from '../failures.ts';
import { toMarkFieldsExpression } from '../in-page/rare-expressions.ts';
import type { MarkedControls } from '../in-page/messages.ts';
import { remainingMs } from '../print-limits.ts';
import type { PrintedDocument } from './print-document.ts';
import { isTagged } from './print-parameters.ts';
import type { PrintRun } from './print-run.ts';
import { POINTS_PER_PIXEL } from './units.ts';

/** Chromium's time to place the markers grows with the square of their number. Source: contract 6.8. */
const MAX_FIELDS = 1_000;

/** Names, values and options are one DevTools message, so they have a limit together. Source: contract 6.8. */
const MAX_FIELD_CHARACTERS = 1_000_000;

/** The limit for the warnings of one kind. */
const MAX_NAMED = 10;

/** Puts a link at the place of each field, in a document that is loaded. @throws {UnprintableJob} too many fields */
export async function markFields({ page, job, limits, recorder }: PrintRun): Promise<MarkedFields> {
  const print = crypto.randomUUID();
  const address = `https://field.invalid/${print}/`;
  const controlName = `platen-${print}-`;
  const marked = await page.evaluate<MarkedControls>(
    toMarkFieldsExpression({
      address,
      controlName: isTagged(job) ? controlName : null,
      maxFields: MAX_FIELDS,
      maxCharacters: MAX_FIELD_CHARACTERS,
      maxSkipped: MAX_NAMED,
    }),
    remainingMs(limits),
  );
  if ('problem' in marked) throw new UnprintableJob(`options.forms: ${marked.problem}`);
  for (const { name, reason } of marked.skipped)
    recorder.warnings.add({
      code: 'FIELD_NOT_MADE',
      message: `${quote(name)} ${reason}, so it is drawn and cannot be filled.`,
      field: 'options.forms',
    });
  const pointsPerPixel = POINTS_PER_PIXEL * job.scale;
  return { fields: marked.fields, address, controlName, pointsPerPixel, mark: job.watermark };
}

/** Replaces the links of `markFields` in the printed PDF by fields. */
export async function fillForm(
  { recorder }: PrintRun,
  printed: PrintedDocument,
  marked: MarkedFields,
): Promise<PrintedDocument> {
  const { pdf, fieldCount, incomplete } = await addFields(printed.document, marked);
  if (fieldCount === 0)
    recorder.warnings.add({
      code: 'NO_FIELDS',
      message: 'The printed pages have no field that can be filled.',
      field: 'options.forms',
    });
  for (const name of incomplete.slice(0, MAX_NAMED))
    recorder.warnings.add({
      code: 'FIELD_GLYPHS',
      message: `${quote(name)} shows "?" for characters that Helvetica does not have. Its value in the file is complete.`,
      field: 'options.forms',
    });
  return { ...printed, document: await PdfReader.open(pdf) };
}

const quote = (name: string): string => `The field "${name.slice(0, 100)}"`;
