import { checkTemplate } from '../../compose/check-template.ts';
import { InvalidComposition, TemplateError, type TemplateDocument } from '../../compose/errors.ts';
import { chooseFilename } from '../../compose/filename.ts';
import { EDGE_LIMITS } from '../../compose/handlebars/limits.ts';
import { fillTemplate, startTemplating } from '../../compose/templating.ts';
import { describeIssue } from '../../schema/api/issues.ts';
import { type TemplateSettings, templateSettings } from '../../schema/api/pdf-options.ts';

/** What compose knows of a template without printing it. Loaded beside the editor: it brings Handlebars. */

/** A mistake, and where it is; lines and columns count from 1. */
export interface TemplateProblem {
  /** `settings` is for what has no text of its own: margins, a locale. */
  readonly document: TemplateDocument | 'settings';
  readonly message: string;
  readonly at: { readonly line: number; readonly column: number } | null;
}

interface Draft {
  readonly content: string;
  readonly settings: TemplateSettings;
}

/** How many texts a template has, and the settings: each is looked at although another one is wrong. */
const MAX_ROUNDS = 5;

/** What can be known to be wrong without printing: the first mistake of each text, and the settings'. */
export function findProblems(draft: Draft): TemplateProblem[] {
  const problems: TemplateProblem[] = settingsProblems(draft.settings);
  let rest = draft;
  for (let round = 0; round < MAX_ROUNDS; round++) {
    try {
      checkTemplate(rest);
      return problems;
    } catch (error) {
      if (error instanceof InvalidComposition) {
        problems.push(
          ...error.details.map((message) => ({ document: 'settings' as const, message, at: null })),
        );
        rest = { content: rest.content, settings: pickTexts(rest.settings) };
      } else if (error instanceof TemplateError) {
        problems.push(toTemplateProblem(error));
        rest = without(rest, error.document);
      } else throw error;
    }
  }
  return problems;
}

/** Values that no template may have: a margin of -1, page ranges that are none. */
const settingsProblems = (settings: TemplateSettings): TemplateProblem[] =>
  (templateSettings.safeParse(settings).error?.issues ?? []).map((issue) => ({
    document: 'settings',
    message: describeIssue(issue),
    at: null,
  }));

/** The name of the file with this data, or null where `outputName` does not work. */
export function outputFilename(
  { outputName, locale, timeZone }: TemplateSettings,
  data: Readonly<Record<string, unknown>>,
  templateName: string,
): string | null {
  startTemplating({ limits: EDGE_LIMITS, locale, timeZone, now: Date.now() });
  try {
    const rendered = outputName ? fillTemplate('outputName', outputName, data) : null;
    return chooseFilename({ requested: null, outputName: rendered, templateName });
  } catch (error) {
    if (error instanceof TemplateError) return null;
    throw error;
  }
}

/** `header, line 2, column 7: …` says in its first words what the editor shows by its place. */
const PLACE = /^(html|header|footer|outputName)(?:, line (\d+), column (\d+))?: (.*)$/s;

/** A block that nobody closed is found at the end of the text, and mended where it begins. */
const OPENER = /opened at line (\d+), column (\d+)/;

function toTemplateProblem({ document, message, position }: TemplateError): TemplateProblem {
  const [, line, column] = OPENER.exec(message) ?? [];
  const opener = line && column ? { line: Number(line), column: Number(column) } : null;
  return { document, message: PLACE.exec(message)?.[4] ?? message, at: opener ?? position };
}

/** The place in the Worker's words about an error that showed while rendering. */
export function readProblem(message: string): TemplateProblem | null {
  const [, document, line, column, text = message] = PLACE.exec(message) ?? [];
  if (!isDocument(document)) return null;
  const at = line && column ? { line: Number(line), column: Number(column) } : null;
  return { document, message: text, at };
}

const isDocument = (name: string | undefined): name is TemplateDocument =>
  name === 'html' || name === 'header' || name === 'footer' || name === 'outputName';

function pickTexts({ header, footer, outputName }: TemplateSettings): TemplateSettings {
  return {
    ...(header?.content !== undefined && { header: { content: header.content } }),
    ...(footer?.content !== undefined && { footer: { content: footer.content } }),
    ...(outputName !== undefined && { outputName }),
  };
}

function without({ content, settings }: Draft, document: TemplateDocument): Draft {
  if (document === 'html') return { content: '', settings };
  const { [document]: _broken, ...others } = settings;
  return { content, settings: others };
}
