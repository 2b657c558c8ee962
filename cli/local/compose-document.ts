import { checkTemplate } from '../../compose/check-template.ts';
import { Meter } from '@platen/meter';
import { z } from 'zod';
import { addInvoice, compose, type Composition } from '../../compose/compose.ts';
import { dereferenceSchema } from '../../compose/data-schema/index.ts';
import { InvalidComposition } from '../../compose/errors.ts';
import { collectPartials, type PartialCalls, contentsOf } from '../../compose/partials/collect-partials.ts';
import { prepare } from '../../compose/prepare.ts';
import { EDGE_LIMITS } from '../../compose/template-limits.ts';
import { TextReader } from '../../compose/text-reader.ts';
import { listContents } from '../../compose/template-texts.ts';
import { atOnce } from '../../compose/turns.ts';
import { findUnknownFields, toProblems } from '../../compose/unknown-fields/index.ts';
import { utf8Bytes } from '../../compose/utf8.ts';
import { PLANS } from '../../schema/plans.ts';
import { describeIssues } from '../../schema/api/issues.ts';
import { type TemplateSettings, templateSettings } from '../../schema/api/pdf-options.ts';
import { attachProjectAssets } from './project-assets.ts';
import type { Project, ProjectTemplate } from '../project/project.ts';

/** The limit of the largest plan. */
const MAX_HTML_BYTES = Math.max(...Object.values(PLANS).map(({ maxHtmlBytes }) => maxHtmlBytes));

export interface ComposeTerms {
  readonly data: Readonly<Record<string, unknown>>;
  /** Default: the locale of the template. */
  readonly locale?: string | undefined;
  /** Epoch milliseconds. */
  readonly now: number;
  /** A PDF that only its author reads needs no password, and the data of a sample may have none. */
  readonly isEncrypted: boolean;
}

/**
 * A template of the folder with data, by the same code as in the service.
 * @throws {TemplateError | InvalidComposition | FaultyComposition | InvalidDataSchema | UnreadableAsset | UnusableAssets}
 */
export async function composeDocument(
  project: Project,
  { name, content, translations, ...template }: ProjectTemplate,
  { data, locale, now, isEncrypted }: ComposeTerms,
): Promise<Composition> {
  const meter = new Meter({ maxWork: Number.POSITIVE_INFINITY });
  const { encryption, ...others } = readSettings(template, meter);
  const settings = isEncrypted && encryption !== undefined ? { ...others, encryption } : others;
  const texts = listContents(content, settings);
  const prepared = await prepare({ texts, settings: [settings], translations }, (calls) =>
    findPartials(project, calls, meter),
  );
  checkTemplate({ content, settings, meter, name, ...prepared });
  const dataSchema = template.dataSchema && dereferenceSchema(template.dataSchema, meter);
  const planned = compose({
    content: content,
    template: { name, settings, dataSchema },
    ...prepared,
    data,
    options: { report: true, ...(locale !== undefined && { locale }) },
    filename: null,
    maxHtmlBytes: MAX_HTML_BYTES,
    watermark: null,
    listsUnknownNames: true,
    now,
    meter,
  });
  const composition = await addInvoice(planned, prepared.invoiceMaker, meter);
  const allTexts = [...texts, ...Object.values(prepared.partials)];
  return { ...composition, job: await attachProjectAssets(composition.job, project, allTexts) };
}

/** Finds the partials of the folder that are called. @throws {TemplateError} they are too many or too deep */
async function findPartials(
  { partials }: Project,
  calls: PartialCalls,
  meter: Meter,
): Promise<Record<string, string>> {
  const find = async (names: readonly string[]) => {
    const files = names.flatMap((name) => partials.get(name) ?? []);
    return new Map(
      files.map((file) => [
        file.name,
        { bytes: utf8Bytes(file.content), readContent: async () => file.content },
      ]),
    );
  };
  const collected = await collectPartials(calls, find, EDGE_LIMITS, new TextReader(EDGE_LIMITS, meter));
  return contentsOf(collected);
}

const settingsOfTemplate = z.object({ settings: templateSettings });

/** The service checks it at a push. @throws {InvalidComposition} */
function readSettings({ settings }: Pick<ProjectTemplate, 'settings'>, meter: Meter): TemplateSettings {
  const { success, data, error } = settingsOfTemplate.safeParse({ settings });
  const unknown = toProblems(atOnce(findUnknownFields({ settings }, settingsOfTemplate, meter)));
  const problems = [...describeIssues(error, { settings }), ...unknown];
  if (!success || problems.length > 0) throw new InvalidComposition(problems);
  return data.settings;
}
