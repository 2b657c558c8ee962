import { Meter } from '@platen/meter';
import { dereferenceSchema } from '../../compose/data-schema/index.ts';
import { describeIssues } from '../../schema/api/issues.ts';
import { pushedTemplate } from '../../schema/api/push.ts';
import { noneIfEmpty } from '../../schema/api/translations.ts';
import { templateDigest } from '../../schema/template-digest.ts';
import { sha256 } from './hash.ts';
import type { TemplateState } from './project.ts';

/** Problems of a template's fields: `settings.margin.top: must be 0 or more`. */
class InvalidTemplate extends Error {
  override readonly name = 'InvalidTemplate';
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(problems.join('\n'));
    this.problems = problems;
  }
}

/** Returns what the service makes of a template when it saves it. @throws {InvalidTemplate} */
export function toNormalForm(template: TemplateState): TemplateState {
  const { name, content, settings, dataSchema, sampleSets, translations } = template;
  const pushed = { name, content, settings, dataSchema, sampleSets, translations };
  const parsed = pushedTemplate.safeParse(pushed);
  if (!parsed.success) throw new InvalidTemplate(describeIssues(parsed.error, pushed));
  const { data } = parsed;
  return {
    name: data.name,
    content: data.content,
    settings: data.settings ?? {},
    dataSchema: data.dataSchema ? resolveReferences(data.dataSchema) : null,
    sampleSets: data.sampleSets ?? [],
    translations: noneIfEmpty(data.translations),
  };
}

function resolveReferences(dataSchema: Record<string, unknown>): Record<string, unknown> {
  try {
    return dereferenceSchema(dataSchema, new Meter({ maxWork: Number.POSITIVE_INFINITY }));
  } catch (error) {
    throw new InvalidTemplate([`dataSchema${error instanceof Error ? error.message : String(error)}`]);
  }
}

/** The digest that the service has for a template in its normal form. */
export const digestOf = (template: TemplateState): Promise<string> =>
  templateDigest({ ...template, contentHash: sha256(template.content) });
