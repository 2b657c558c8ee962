import { useEffect, useMemo, useState } from 'react';
import { RequestError } from '../../api/request-error.ts';
import type { TextProblem } from '../../editor/diagnostics.ts';
import type { TemplateProblem } from '../../editor/template-problems.ts';
import { readJsonObject } from '../../json/json-object.ts';
import { clean, type Draft } from './draft.ts';

const PAUSE_MS = 250;

export interface Problems {
  readonly html: readonly TextProblem[];
  readonly header: readonly TextProblem[];
  readonly footer: readonly TextProblem[];
  readonly sample: readonly TextProblem[];
  readonly schema: readonly TextProblem[];
  /** By the path of the setting: `margin.top`. */
  readonly settings: Readonly<Record<string, string>>;
  /** The name that the file gets with the sample data; null where it cannot be told. */
  readonly filename: string | null;
}

interface Checked {
  readonly found: readonly TemplateProblem[];
  readonly filename: string | null;
}

/** What is wrong with a draft: what the page can find by itself, and what showed when it was printed. */
export function useProblems(draft: Draft, templateName: string, printError: unknown): Problems {
  const { content, settings, sampleText, schemaText } = draft;
  const sample = useMemo(() => readJsonObject(sampleText), [sampleText]);
  const schema = useMemo(() => readJsonObject(schemaText), [schemaText]);
  const [checked, setChecked] = useState<Checked>({ found: [], filename: null });
  const [readPrintError, setReadPrintError] = useState<TemplateProblem | null>(null);

  useEffect(() => {
    let current = true;
    const check = async () => {
      // The whole of Handlebars: loaded beside the editor.
      const { findProblems, outputFilename } = await import('../../editor/template-problems.ts');
      if (!current) return;
      const written = clean(settings);
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
    () => sortOut([...checked.found], readPrintError, checked.filename, sample.problem, schema.problem),
    [checked, readPrintError, sample, schema],
  );
}

const isTemplateError = (error: unknown): error is RequestError =>
  error instanceof RequestError && error.code === 'TEMPLATE_COMPILATION_ERROR';

function sortOut(
  found: readonly TemplateProblem[],
  printed: TemplateProblem | null,
  filename: string | null,
  sample: TextProblem | null,
  schema: TextProblem | null,
): Problems {
  // What the page found, the Worker found too.
  const isNew = printed !== null && !found.some(({ document }) => document === printed.document);
  const all = isNew ? [...found, printed] : found;
  const of = (document: TemplateProblem['document']) =>
    all.filter((problem) => problem.document === document);
  const outputName = of('outputName').map(({ message }) => ['outputName', message] as const);
  return {
    html: of('html'),
    header: of('header'),
    footer: of('footer'),
    sample: sample === null ? [] : [sample],
    schema: schema === null ? [] : [schema],
    settings: Object.fromEntries([...of('settings').map(({ message }) => fieldOf(message)), ...outputName]),
    filename,
  };
}

/** `settings.margin.top: must be 0 or more` */
function fieldOf(message: string): readonly [field: string, message: string] {
  const [, field, words] = /^(?:settings\.)?([\w.]+): (.*)$/s.exec(message) ?? [];
  return [field ?? '', words ?? message];
}
