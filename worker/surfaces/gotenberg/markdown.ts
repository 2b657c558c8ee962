import type { Meter } from '@platen/meter';
import { EDGE_MARKDOWN_CHARS } from '../../../compose/markdown/load-markdown.ts';
import type { FormFile } from './form.ts';
import { refused } from './refusals.ts';

/** The only function that Gotenberg's templates have. */
const ACTION = /\{\{-?\s*toHTML\s+(?:"([^"{}]{1,255})"|`([^`{}]{1,255})`)\s*-?\}\}/g;

/** Writes the Markdown files of a form where its document names them. @throws {ApiError} a file is missing, or too long */
export async function fillMarkdown(html: string, files: readonly FormFile[], meter: Meter): Promise<string> {
  const byName = new Map(files.map((file) => [file.name, file]));
  const named = new Set(Array.from(html.matchAll(ACTION), ([, quoted, plain]) => quoted ?? plain ?? ''));
  const missing = [...named].filter((name) => !byName.has(name));
  if (missing.length > 0)
    throw refused(`Markdown file(s) not found: ${missing.map((name) => `'${name}'`).join('\n')}`);
  // The parser is a module of its own, because most requests have no Markdown.
  const { renderFragment } = await import('../../../compose/markdown/render-markdown.ts');
  const rendered = new Map<string, string>();
  let characters = 0;
  for (const name of named) {
    const text = new TextDecoder().decode(byName.get(name)?.bytes);
    characters += text.length;
    if (characters > EDGE_MARKDOWN_CHARS)
      throw refused(`The Markdown files have more than ${EDGE_MARKDOWN_CHARS} characters`);
    rendered.set(name, renderFragment(text, meter, { field: name, maxChars: EDGE_MARKDOWN_CHARS }));
    await meter.pause();
  }
  const filled = html.replaceAll(
    ACTION,
    (_, quoted?: string, plain?: string) => rendered.get(quoted ?? plain ?? '') ?? '',
  );
  if (/\{\{-?\s*(?!toHTML)[a-z.$"]/i.test(html))
    throw refused('index.html has an action that is not supported. Only {{ toHTML "file.md" }} is');
  return filled;
}
