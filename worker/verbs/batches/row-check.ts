import type { Meter } from '@platen/meter';
import { z } from 'zod';
import { compileDataCheck, InvalidDataSchema } from '../../../compose/data-schema/index.ts';
import { findLocaleProblems } from '../../../compose/locale-problems.ts';
import { findRequestProblems } from '../../../compose/request-problems.ts';
import { CHECK_STEPS_PER_STEP, EDGE_LIMITS } from '../../../compose/template-limits.ts';
import { externalId, rowContent } from '../../../schema/api/batches.ts';
import { describeIssues } from '../../../schema/api/issues.ts';
import { isJsonObject } from '../../../schema/json-object.ts';
import { invalidRequest } from '../../lib/api-error.ts';

const MAX_STEPS = EDGE_LIMITS.steps * CHECK_STEPS_PER_STEP;

/** The steps that all rows together may take. The check of one row takes MAX_STEPS at most, and a row of ten fields about 30. */
const MAX_STEPS_OF_ALL = 10 * MAX_STEPS;

const named = z.object({ externalId });

type DataCheck = ReturnType<typeof compileDataCheck>;

/** Checks the rows of a batch before anything is printed (contract 14.1). */
export class RowCheck {
  readonly #checkData: DataCheck | null;
  readonly #templateId: string;
  readonly #meter: Meter;
  #steps = MAX_STEPS_OF_ALL;

  /** @throws {ApiError} `VALIDATION_ERROR` */
  constructor(templateId: string, dataSchema: Readonly<Record<string, unknown>> | null, meter: Meter) {
    this.#templateId = templateId;
    this.#meter = meter;
    this.#checkData = dataSchema === null ? null : compile(dataSchema);
  }

  /** @throws {ApiError} `VALIDATION_ERROR`: without it, nobody could name the row */
  externalIdOf(row: unknown, index: number): string {
    const given: unknown = isJsonObject(row) ? row : {};
    const result = named.safeParse(given);
    if (result.success) return result.data.externalId;
    throw invalidRequest(describeIssues(result.error, given).map((problem) => `rows[${index}].${problem}`));
  }

  /** Each names the row: `rows[17].templateData.total: …`. */
  findProblems(row: unknown, index: number): string[] {
    const parsed = rowContent.safeParse(row);
    const body = {
      ...(typeof row === 'object' ? row : {}),
      templateId: this.#templateId,
      htmlContent: undefined,
      output: undefined,
      url: undefined,
      markdown: undefined,
      headers: undefined,
      cookies: undefined,
    };
    const problems = findRequestProblems(body, parsed.success ? null : parsed.error);
    if (typeof row === 'object' && row !== null && 'output' in row)
      problems.push('output: is not for a row; each row of a batch is a PDF');
    const data = parsed.success ? this.#findDataProblems(parsed.data.templateData ?? {}) : [];
    const locale = parsed.success ? findLocaleProblems({ locale: parsed.data.locale }, null) : [];
    return [...problems, ...locale, ...data].map((problem) => `rows[${index}].${problem}`);
  }

  /** None if all rows together took too many steps. The data is checked again when the row is printed. */
  #findDataProblems(data: Readonly<Record<string, unknown>>): string[] {
    if (this.#checkData === null || this.#steps <= 0) return [];
    const maxSteps = Math.min(MAX_STEPS, this.#steps);
    const { problems, steps, isStopped } = this.#checkData(data, maxSteps, this.#meter);
    this.#steps -= Math.max(1, steps);
    return isStopped && maxSteps < MAX_STEPS ? [] : problems;
  }
}

function compile(dataSchema: Readonly<Record<string, unknown>>): DataCheck {
  try {
    return compileDataCheck(dataSchema);
  } catch (error) {
    if (!(error instanceof InvalidDataSchema)) throw error;
    throw invalidRequest([`templateId: the template's dataSchema is not valid: ${error.message}`]);
  }
}
