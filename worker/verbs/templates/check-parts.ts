import { dereferenceSchema, InvalidDataSchema } from '../../../compose/data-schema/index.ts';
import {
  type DataSchema,
  MAX_DATA_SCHEMA_BYTES,
  MAX_SETTINGS_BYTES,
  type UpdateTemplate,
} from '../../../schema/api/templates.ts';
import type { PlanId } from '../../../schema/plans.ts';
import { invalidRequest } from '../../lib/api-error.ts';
import { findJsonProblem } from '../../lib/json-bytes.ts';
import { checkContent } from './check-content.ts';
import type { VersionParts } from './versions/objects.ts';

/**
 * Returns the parts with the references of the schema resolved.
 *
 * @param given what the request has. Only this is measured: older parts may be longer.
 * @throws {ApiError} `VALIDATION_ERROR`; {TemplateError | InvalidComposition}
 */
export function checkParts(
  { content, settings, dataSchema }: VersionParts,
  given: Pick<UpdateTemplate, 'settings' | 'dataSchema'>,
  plan: PlanId,
): VersionParts {
  const problems = [
    ...sizeProblems('settings', given.settings, MAX_SETTINGS_BYTES),
    ...sizeProblems('dataSchema', given.dataSchema, MAX_DATA_SCHEMA_BYTES),
  ];
  if (problems.length > 0) throw invalidRequest(problems);
  checkContent({ content, settings }, plan);
  if (dataSchema === null) return { content, settings, dataSchema };
  const resolved = resolveReferences(dataSchema);
  if (given.dataSchema && sizeProblems('dataSchema', resolved, MAX_DATA_SCHEMA_BYTES).length > 0) {
    throw invalidRequest([
      `dataSchema: has more than ${MAX_DATA_SCHEMA_BYTES} bytes of JSON after its references are resolved`,
    ]);
  }
  return { content, settings, dataSchema: resolved };
}

function sizeProblems(field: string, value: object | null | undefined, limitBytes: number): string[] {
  const problem = findJsonProblem(value ?? null, limitBytes);
  return problem === null ? [] : [`${field}: ${problem}`];
}

function resolveReferences(dataSchema: DataSchema): DataSchema {
  try {
    return dereferenceSchema(dataSchema);
  } catch (error) {
    if (error instanceof InvalidDataSchema) throw invalidRequest([`dataSchema${error.message}`]);
    throw error;
  }
}
