import { useEffect, useMemo, useState } from 'react';
import { RequestError } from '../../api/request-error.ts';
import type { TextProblem } from '../../editor/diagnostics.ts';
import type { TemplateProblem } from '../../editor/template-problems.ts';
import { readJsonObject } from '../../json/json-object.ts';
import { type Draft, normalizeSettings } from './draft.ts';
import { chosenText } from './samples.ts';

const PAUSE_MS = 250;

export interface Problems {
  readonly html: readonly TextProblem[];
  /** The problems of all headers, if there are several. */
  readonly header: readonly TemplateProblem[];
  readonly footer: readonly TemplateProblem[];
  readonly sample: readonly TextProblem[];
  readonly schema: readonly TextProblem[];
  readonly settings: Readonly<Record<string, string>>;
  /** The filename with the sample data, or null if it cannot be rendered. */
  readonly filename: string | null;
}

interface Checked {
  readonly found: readonly TemplateProblem[];
  readonly filename: string | null;
}

/** The problems in a draft: those that the page finds, and the error of the last preview. */
export function useProblems(draft: Draft, templateName: string, printError: unknown): Problems {
  const { content, settings, schemaText } = draft;
  const sampleText = chosenText(draft);
  const sample = useMemo(() => readJsonObject(sampleText), [sampleText]);
  const schema = useMemo(() => readJsonObject(schemaText), [schemaText]);
  const [checked, setChecked] = useState<Checked>({ found: [], filename: null });
  const [readPrintError, setReadPrintError] = useState<TemplateProblem | null>(null);

  useEffect(() => {
    let current = true;
    const check = async () => {
      // Contains Handlebars, so it loads on demand.
      const { findProblems, outputFilename } = await import('../../editor/template-problems.ts');
      if (!current) return;
      const written = normalizeSettings(settings);
      const filename = outputFilename(written, sample.value ?? {}, templateName);
      setChecked({ found: findProblems({ content, settings: written }), filename });
    };
    const timer = setTimeout(() => void check(), PAUSE_MS);
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [content, settings, sample, templateName]);

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
    () => groupProblems([...checked.found], readPrintError, checked.filename, sample.problem, schema.problem),
    [checked, readPrintError, sample, schema],
  );
}

const isTemplateError = (error: unknown): error is RequestError =>
  error instanceof RequestError && error.code === 'TEMPLATE_COMPILATION_ERROR';

/** Where the problems of a text are shown that has no editor of its own. */
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
  sample: TextProblem | null,
  schema: TextProblem | null,
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
