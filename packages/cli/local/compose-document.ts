import { checkTemplate } from '../../../compose/check-template.ts';
import { compose, type Composition } from '../../../compose/compose.ts';
import { dereferenceSchema } from '../../../compose/data-schema/index.ts';
import { loadInvoiceMaker } from '../../../compose/e-invoice/load-e-invoice.ts';
import { InvalidComposition } from '../../../compose/errors.ts';
import { collectPartials, sourcesOf } from '../../../compose/partials/collect-partials.ts';
import { listTexts } from '../../../compose/template-texts.ts';
import { loadTranslator } from '../../../compose/translations/load-translator.ts';
import { utf8Bytes } from '../../../compose/utf8.ts';
import { PLANS } from '../../../schema/plans.ts';
import { describeIssue } from '../../../schema/api/issues.ts';
import { type TemplateSettings, templateSettings } from '../../../schema/api/pdf-options.ts';
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
  const { encryption, ...others } = readSettings(template);
  const settings = isEncrypted && encryption !== undefined ? { ...others, encryption } : others;
  const translator = await loadTranslator(translations);
  const partials = await findPartials(project, content, settings);
  checkTemplate({ content, settings, translator, name, partials });
  const dataSchema = template.dataSchema && dereferenceSchema(template.dataSchema);
  const composition = compose({
    html: content,
    template: { name, settings, dataSchema },
    partials,
    translator,
    data,
    options: { report: true, ...(locale !== undefined && { locale }) },
    invoiceMaker: await loadInvoiceMaker(settings),
    filename: null,
    maxHtmlBytes: MAX_HTML_BYTES,
    watermark: null,
    listsUnknownNames: true,
    now,
  });
  const texts = [...listTexts(content, settings).map(([, source]) => source), ...Object.values(partials)];
  return { ...composition, job: await attachProjectAssets(composition.job, project, texts) };
}

/** Finds the partials that the template calls, and the partials that these call. @throws {TemplateError} they are too many or too deep */
async function findPartials(
  { partials }: Project,
  content: string,
  settings: TemplateSettings,
): Promise<Record<string, string>> {
  const texts = listTexts(content, settings).map(([, source]) => source);
  const collected = await collectPartials(texts, async (names) => {
    const files = names.flatMap((name) => partials.get(name) ?? []);
    return new Map(
      files.map((file) => [
        file.name,
        { bytes: utf8Bytes(file.content), readText: async () => file.content },
      ]),
    );
  });
  return sourcesOf(collected);
}

/** The service checks it at a push. @throws {InvalidComposition} */
function readSettings({ settings }: Pick<ProjectTemplate, 'settings'>): TemplateSettings {
  const { success, data, error } = templateSettings.safeParse(settings);
  if (success) return data;
  throw new InvalidComposition(error.issues.map((issue) => `settings.${describeIssue(issue)}`));
}
