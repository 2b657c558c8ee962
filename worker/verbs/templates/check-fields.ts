import type { Meter } from '@platen/meter';
import { dereferenceSchema, InvalidDataSchema } from '../../../compose/data-schema/index.ts';
import {
  type DataSchema,
  MAX_DATA_SCHEMA_BYTES,
  MAX_SETTINGS_BYTES,
  type UpdateTemplate,
} from '../../../schema/api/templates.ts';
import type { Pin } from '../../../schema/api/components.ts';
import type { Ctx } from '../../ctx.ts';
import { MAX_TRANSLATIONS_BYTES, noneIfEmpty } from '../../../schema/api/translations.ts';
import { invalidRequest } from '../../lib/api-error.ts';
import { findJsonProblem } from '../../lib/json-bytes.ts';
import { findSources } from '../make/assemble/sources.ts';
import { checkContent } from './check-content.ts';
import type { Reading } from './reading.ts';
import type { VersionFields } from './versions/objects.ts';

/** A version that can be saved. */
export interface CheckedVersion {
  /** With the references of the schema resolved. Translations without a locale become null. */
  readonly fields: VersionFields;
  readonly pins: readonly Pin[] | null;
}

interface Draft {
  readonly name: string;
  readonly fields: VersionFields;
  /** The fields that the request has. Only these are measured: older fields may be longer. */
  readonly given: Pick<UpdateTemplate, 'settings' | 'dataSchema' | 'translations'>;
  /** Default: of this template, with the newest components in the workspace. */
  readonly reading?: Reading;
}

/** @throws {ApiError} `VALIDATION_ERROR`, `FILE_NOT_FOUND`; {TemplateError | InvalidComposition} */
export async function checkFields(
  ctx: Ctx,
  { name, fields, given, reading }: Draft,
): Promise<CheckedVersion> {
  const { dataSchema } = fields;
  const { meter } = ctx;
  const problems = [
    ...sizeProblems('settings', given.settings, MAX_SETTINGS_BYTES, meter),
    ...sizeProblems('dataSchema', given.dataSchema, MAX_DATA_SCHEMA_BYTES, meter),
    ...sizeProblems('translations', given.translations, MAX_TRANSLATIONS_BYTES, meter),
  ];
  if (problems.length > 0) throw invalidRequest(problems);
  const checked = { ...fields, translations: noneIfEmpty(fields.translations) };
  await requireLetterhead(ctx, given);
  const { pins } = await checkContent(ctx, { ...checked, name }, reading);
  if (dataSchema === null) return { fields: checked, pins };
  const resolved = resolveReferences(dataSchema, meter);
  await meter.pause();
  if (given.dataSchema && sizeProblems('dataSchema', resolved, MAX_DATA_SCHEMA_BYTES, meter).length > 0) {
    throw invalidRequest([
      `dataSchema: has more than ${MAX_DATA_SCHEMA_BYTES} bytes of JSON after its references are resolved`,
    ]);
  }
  return { fields: { ...checked, dataSchema: resolved }, pins };
}

/** A file that is not there fails each print. Settings that are kept are not checked, because the file ends with its retention. */
async function requireLetterhead(ctx: Ctx, { settings }: Draft['given']): Promise<void> {
  const { enabled = true, fileId } = settings?.letterhead ?? {};
  if (!enabled || fileId === undefined) return;
  await findSources(ctx, [{ fileId, field: 'settings.letterhead.fileId' }]);
}

function sizeProblems(
  field: string,
  value: object | null | undefined,
  limitBytes: number,
  meter: Meter,
): string[] {
  const problem = findJsonProblem(value ?? null, limitBytes, meter);
  return problem === null ? [] : [`${field}: ${problem}`];
}

function resolveReferences(dataSchema: DataSchema, meter: Meter): DataSchema {
  try {
    return dereferenceSchema(dataSchema, meter);
  } catch (error) {
    if (error instanceof InvalidDataSchema) throw invalidRequest([`dataSchema${error.message}`]);
    throw error;
  }
}
