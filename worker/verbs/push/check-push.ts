import { utf8Bytes } from '../../../compose/utf8.ts';
import { MAX_PARTIAL_BYTES } from '../../../schema/api/components.ts';
import { noneIfEmpty } from '../../../schema/api/translations.ts';
import type { Ctx } from '../../ctx.ts';
import { invalidRequest } from '../../lib/api-error.ts';
import { toApiError } from '../../lib/to-api-error.ts';
import { checkPartial } from '../components/put-partial.ts';
import { type CheckedVersion, checkFields } from '../templates/check-fields.ts';
import type { Reading } from '../templates/reading.ts';
import { findSampleProblems } from '../templates/sample-sets.ts';
import type { PartialTarget, Targets, TemplateTarget } from './find-targets.ts';
import { isMissing } from './push-components.ts';

/** An answer names this many problems at most. */
const MAX_PROBLEMS = 200;

export interface CheckedTemplate extends TemplateTarget, CheckedVersion {}

interface CheckTerms {
  /** Finds fields as they will be after the push. */
  readonly reading: Reading;
  readonly dryRun: boolean;
}

/**
 * Checks everything, and lists the problems of all templates and partials.
 *
 * @throws {ApiError} `VALIDATION_ERROR`; `REQUEST_TIMEOUT`, because a template can take long to compile
 */
export async function checkPush(
  ctx: Ctx,
  targets: Targets,
  { reading, dryRun }: CheckTerms,
): Promise<CheckedTemplate[]> {
  const problems = findNameProblems(targets);
  if (!dryRun) problems.push(...findMissingAssets(targets));
  for (const partial of targets.partials) {
    problems.push(...(await checkOnePartial(ctx, partial, reading)));
  }
  const checked: CheckedTemplate[] = [];
  for (const template of targets.templates) {
    const result = await checkTemplate(ctx, template, reading);
    if ('problems' in result) problems.push(...result.problems);
    else checked.push(result);
    await ctx.meter.pause();
  }
  if (problems.length > MAX_PROBLEMS) {
    problems.splice(MAX_PROBLEMS - 1, Infinity, `and ${problems.length - MAX_PROBLEMS + 1} more`);
  }
  if (problems.length > 0) throw invalidRequest(problems);
  return checked;
}

function findNameProblems({ templates, partials, assets, namesakes }: Targets): string[] {
  const ids = new Set(templates.flatMap(({ before }) => before?.template.id ?? []));
  const taken = namesakes
    .filter(({ template }) => !ids.has(template.id))
    .map(({ template }) => template.name);
  return [
    ...findRepeated(
      'partials',
      partials.map(({ pushed }) => pushed.name),
    ),
    ...findRepeated(
      'assets',
      assets.map(({ name }) => name),
    ),
    ...findRepeated(
      'templates',
      templates.map(({ pushed }) => pushed.name),
    ),
    ...findRepeated(
      'templates',
      templates.map(({ pushed }) => pushed.id ?? null),
      'id',
    ),
    ...templates
      .filter(({ pushed }) => taken.includes(pushed.name))
      .map(({ index }) => `templates[${index}].name: another template has this name`),
  ];
}

function findRepeated(
  list: 'partials' | 'assets' | 'templates',
  values: readonly (string | null)[],
  field = 'name',
): string[] {
  return values.flatMap((value, index) => {
    const first = values.indexOf(value);
    return value === null || first === index
      ? []
      : [`${list}[${index}].${field}: ${list}[${first}] has the same ${field}`];
  });
}

const findMissingAssets = ({ assets }: Targets): string[] =>
  assets
    .filter(isMissing)
    .map(({ index }) => `assets[${index}]: the newest version has other bytes. Upload it first`);

async function checkOnePartial(
  ctx: Ctx,
  { index, pushed }: PartialTarget,
  reading: Reading,
): Promise<string[]> {
  const place = `partials[${index}]`;
  const bytes = utf8Bytes(pushed.content);
  if (bytes > MAX_PARTIAL_BYTES) {
    return [`${place}.content: is ${bytes} bytes; a partial may have ${MAX_PARTIAL_BYTES}`];
  }
  return collectProblems(place, () => checkPartial(ctx, pushed, reading)).then((result) =>
    'problems' in result ? result.problems : [],
  );
}

async function checkTemplate(
  ctx: Ctx,
  target: TemplateTarget,
  reading: Reading,
): Promise<CheckedTemplate | { readonly problems: string[] }> {
  const { index, pushed } = target;
  const place = `templates[${index}]`;
  const { name, content, settings = {}, dataSchema = null, sampleSets = [] } = pushed;
  const translations = noneIfEmpty(pushed.translations);
  const draft = { name, fields: { content, settings, dataSchema, translations }, given: pushed, reading };
  const result = await collectProblems(place, () => checkFields(ctx, draft));
  const problems = [
    ...('problems' in result ? result.problems : []),
    ...findSampleProblems(sampleSets, ctx.meter).map((problem) => `${place}.${problem}`),
  ];
  return problems.length > 0 || 'problems' in result ? { problems } : { ...target, ...result.value };
}

type Collected<Value> = { readonly value: Value } | { readonly problems: string[] };

/** @throws what is not the fault of the template */
async function collectProblems<Value>(place: string, check: () => Promise<Value>): Promise<Collected<Value>> {
  try {
    return { value: await check() };
  } catch (error) {
    const { code, message, details } = toApiError(error);
    if (code === 'VALIDATION_ERROR' || code === 'FILE_NOT_FOUND')
      return { problems: details.map((detail) => `${place}.${detail}`) };
    if (code === 'ASSET_NOT_FOUND') return { problems: details.map((detail) => `${place}: ${detail}`) };
    if (code !== 'TEMPLATE_COMPILATION_ERROR') throw error;
    // The details are the line of the content and a mark below it.
    return { problems: [[`${place}: ${message}`, ...details].join('\n')] };
  }
}
