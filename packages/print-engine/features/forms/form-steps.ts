import { addFields, type MarkedFields, PdfReader } from '@platen/pdf';
import { UnprintableJob } from '../../failures.ts';
import { remainingMs } from '../../print-limits.ts';
import type { PrintedDocument } from '../../print/print-document.ts';
import { isTagged } from '../../print/print-parameters.ts';
import type { PrintRun } from '../../print/print-run.ts';
import { POINTS_PER_PIXEL } from '../../print/units.ts';
import type { FeatureSteps } from '../feature.ts';
import { FIELD_GLYPHS } from './codes.ts';
import type { FieldsToMark, MarkedControls } from './messages.ts';
import { MARK_FIELDS } from './script.generated.ts';

/** Chromium's time to place the markers grows with the square of their number. Source: contract 6.8. */
const MAX_FIELDS = 1_000;

/** Names, values and options are one DevTools message, so they have a limit together. Source: contract 6.8. */
const MAX_FIELD_CHARACTERS = 1_000_000;

/** The limit for the warnings of one kind. */
const MAX_NAMED = 10;

export function openForm(run: PrintRun): FeatureSteps {
  let marked: MarkedFields | null = null;
  return {
    inPage: async () => {
      marked = await markFields(run);
    },
    after: async (printed) => (marked === null ? printed : fillForm(run, printed, marked)),
  };
}

/** Puts a link at the place of each field, in a document that is loaded. @throws {UnprintableJob} too many fields */
async function markFields(run: PrintRun): Promise<MarkedFields> {
  const { page, job, limits } = run;
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
    warn(run, 'FIELD_NOT_MADE', `${quote(name)} ${reason}, so it is drawn and cannot be filled.`);
  const pointsPerPixel = POINTS_PER_PIXEL * job.scale;
  return { fields: marked.fields, address, controlName, pointsPerPixel, mark: job.watermark };
}

const toMarkFieldsExpression = (marking: FieldsToMark): string =>
  `${MARK_FIELDS} markFields(${JSON.stringify(marking)})`;

/** Replaces the links of `markFields` in the printed PDF by fields. */
async function fillForm(
  run: PrintRun,
  printed: PrintedDocument,
  marked: MarkedFields,
): Promise<PrintedDocument> {
  const { pdf, fieldCount, incomplete } = await addFields(printed.document, marked);
  if (fieldCount === 0) warn(run, 'NO_FIELDS', 'The printed pages have no field that can be filled.');
  for (const name of incomplete.slice(0, MAX_NAMED))
    warn(
      run,
      FIELD_GLYPHS,
      `${quote(name)} shows "?" for characters that Helvetica does not have. Its value in the file is complete.`,
    );
  return { ...printed, document: await PdfReader.open(pdf, run.meter) };
}

const warn = ({ recorder }: PrintRun, code: string, message: string): void =>
  recorder.warnings.add({ code, message, field: 'options.forms' });

const quote = (name: string): string => `The field "${name.slice(0, 100)}"`;
