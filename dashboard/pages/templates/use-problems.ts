import { useEffect, useMemo, useState } from 'react';
import { RequestError } from '../../api/request-error.ts';
import type { TextProblem } from '../../editor/diagnostics.ts';
import type { TemplateProblem } from '../../editor/template-problems.ts';
import { readJsonObject } from '../../json/json-object.ts';
import { loadTranslator } from '../../../compose/translations/load-translator.ts';
import { type Draft, normalizeSettings, readTranslations } from './draft.ts';
import { chosenText } from './samples.ts';

const PAUSE_MS = 250;

export interface Problems {
  readonly html: readonly TextProblem[];
  /** The problems of all headers, if there are several. */
  readonly header: readonly TemplateProblem[];
  readonly footer: readonly TemplateProblem[];
  readonly sample: readonly TextProblem[];
  readonly schema: readonly TextProblem[];
  readonly languages: readonly TextProblem[];
  readonly settings: Readonly<Record<string, string>>;
  /** The filename with the sample data, or null if it cannot be rendered. */
  readonly filename: string | null;
}

interface Checked {
  readonly found: readonly TemplateProblem[];
  readonly filename: string | null;
}

/**
 * Returns the problems in a draft: those that the page finds, and the error of the last preview.
 *
 * @param partials the names that exist, or null if they are unknown
 */
export function useProblems(
  draft: Draft,
  templateName: string,
  printError: unknown,
  partials: readonly string[] | null,
): Problems {
  const { content, settings, schemaText, translationsText, previewLocale } = draft;
  const sampleText = chosenText(draft);
  const sample = useMemo(() => readJsonObject(sampleText), [sampleText]);
  const schema = useMemo(() => readJsonObject(schemaText), [schemaText]);
  const languages = useMemo(() => readJsonObject(translationsText), [translationsText]);
  const [checked, setChecked] = useState<Checked>({ found: [], filename: null });
  const [readPrintError, setReadPrintError] = useState<TemplateProblem | null>(null);

  useEffect(() => {
    let current = true;
    const check = async () => {
      // Contains Handlebars, so it loads on demand.
      const { findProblems, outputFilename } = await import('../../editor/template-problems.ts');
      // While the JSON is not valid, its keys are unknown, so no key is reported as missing.
      const translations = readTranslations(translationsText);
      const translator = await loadTranslator(translations);
      if (!current) return;
      const written = normalizeSettings(settings);
      const language = { translator, locale: previewLocale };
      const filename = outputFilename(written, sample.value ?? {}, templateName, language);
      const found = findProblems({ content, settings: written, translator }, partials);
      const known =
        translations === undefined ? found.filter(({ document }) => document !== 'translations') : found;
      setChecked({ found: known, filename });
    };
    const timer = setTimeout(() => void check(), PAUSE_MS);
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [content, settings, sample, templateName, translationsText, previewLocale, partials]);

  useEffect(() => {
    let current = true;
    const message = isTemplateError(printError) ? printError.message : null;
    const read = async () => {
      const { readProblem } = await import('../../editor/template-problems.ts');
      if (current) setReadPrintError(message === null ? null : readProblem(message));
    };
    void read();
    return () => {
      current = false;
    };
  }, [printError]);

  return useMemo(
    () =>
      groupProblems([...checked.found], readPrintError, checked.filename, {
        sample: sample.problem,
        schema: schema.problem,
        languages: languages.problem,
      }),
    [checked, readPrintError, sample, schema, languages],
  );
}

const isTemplateError = (error: unknown): error is RequestError =>
  error instanceof RequestError && error.code === 'TEMPLATE_COMPILATION_ERROR';

/** The inputs that show the problems of texts without an editor of their own. */
const FIELDS = [
  ['outputName', 'outputName'],
  ['metadata', 'metadata.title'],
  ['attachments', 'attachments.0.content'],
  ['watermark', 'watermark.text'],
  ['encryption', 'encryption.userPassword'],
  ['eInvoice', 'eInvoice.xmlTemplate'],
] as const;

function groupProblems(
  found: readonly TemplateProblem[],
  printed: TemplateProblem | null,
  filename: string | null,
  { sample, schema, languages }: Readonly<Record<'sample' | 'schema' | 'languages', TextProblem | null>>,
): Problems {
  // Do not show an error again that the page has already found.
  const isNew = printed !== null && !found.some(({ document }) => document === printed.document);
  const all = isNew ? [...found, printed] : found;
  const filterBy = (document: TemplateProblem['document']) =>
    all.filter((problem) => problem.document === document);
  const inFields = FIELDS.flatMap(([document, field]) =>
    filterBy(document).map(({ message }) => [field, message] as const),
  );
  return {
    html: filterBy('html'),
    header: all.filter(({ document }) => document.startsWith('header')),
    footer: all.filter(({ document }) => document.startsWith('footer')),
    sample: sample === null ? [] : [sample],
    schema: schema === null ? [] : [schema],
    languages: languages === null ? filterBy('translations') : [languages],
    settings: Object.fromEntries([
      ...filterBy('settings').map(({ message }) => splitField(message)),
      ...inFields,
    ]),
    filename,
  };
}

function splitField(message: string): readonly [field: string, message: string] {
  const [, field, words] =
    /^(?:settings\.)?((?:(?:header|footer)\[\d+\])?[\w.]*): (.*)$/s.exec(message) ?? [];
  return [field ?? '', words ?? message];
}
