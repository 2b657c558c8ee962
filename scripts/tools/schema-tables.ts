/** Fills the pages with errors, fields and plans of `schema/`. With "--check" it only compares them. */
import { writeFileSync } from 'node:fs';
import { z } from 'zod';
import { ERRORS } from '../../schema/api/errors.ts';
import { CONSOLE_ERRORS } from '../../schema/console/errors.ts';
import { listFields } from '../generate/field-table.ts';
import { toMarkdownTable } from '../generate/markdown-table.ts';
import { PLAN_COLUMNS, planRows } from '../generate/plan-table.ts';
import { trackedFiles } from '../generate/tracked-files.ts';
import { inProject } from '../project.ts';

/** The mark is at the end of the paragraph that it fills: `Status 404. …<!-- error: FILE_NOT_FOUND -->`. */
const ERROR = /^.+(?:\n.+)*<!-- error: (\w+) -->$/gm;

/**
 * The mark is above its table. It names an export of `schema/api/`, the path of the fields, the fields if not all of them are
 * listed, and the sections that explain a field: `<!-- fields: pdf-options.ts pdfOptions.watermark: text, image | image 20.3 -->`.
 */
const FIELDS =
  /^<!-- fields: (\S+\.ts) ([\w.]+)(?:: ([\w, ]+?))?(?: \| (.+?))? -->\n(?:\n\|.*(?:\n\|.*)*)?/gm;

/** The mark is above its table, and names columns: `<!-- plans: requestsPerMinute, timeoutMs -->`. */
const PLANS = /^<!-- plans: ([\w, ]+) -->\n(?:\n\|.*(?:\n\|.*)*)?/gm;

const definitions: Readonly<Record<string, { readonly status: number; readonly when: string }>> = {
  ...ERRORS,
  ...CONSOLE_ERRORS,
};

function describeError(code: string): string {
  const definition = definitions[code];
  if (definition === undefined) throw new Error(`There is no error ${code}`);
  return `Status ${definition.status}. ${definition.when}<!-- error: ${code} -->`;
}

async function describeFields(text: string, match: RegExpMatchArray): Promise<string> {
  const [, file = '', reference = '', only, links = ''] = match;
  const [name = '', ...path] = reference.split('.');
  const module: unknown = await import(`../../schema/api/${file}`);
  const schema = z.record(z.string(), z.unknown()).parse(module)[name];
  if (!(schema instanceof z.ZodType)) throw new Error(`schema/api/${file} has no schema ${name}`);
  const rows = listFields(schema, {
    path,
    only: only?.split(', '),
    links: new Map(links === '' ? [] : links.split(', ').map((link) => readLink(text, link))),
  });
  return `${markOf(match)}\n\n${toMarkdownTable(rows)}`;
}

const markOf = ([all]: RegExpMatchArray): string => all.split('\n', 1)[0] ?? '';

/** `image 20.3` becomes a link to the heading with this number. */
function readLink(text: string, link: string): readonly [field: string, markdown: string] {
  const [field = '', section = ''] = link.split(' ');
  const heading = new RegExp(String.raw`^#+ (${section.replace('.', String.raw`\.`)}\.? .+)$`, 'm').exec(
    text,
  )?.[1];
  if (heading === undefined) throw new Error(`No heading has the number ${section}`);
  const anchor = heading
    .toLowerCase()
    .replaceAll(/[^\w\s-]/g, '')
    .replaceAll(/\s/g, '-');
  return [field, `[${section}](#${anchor})`];
}

function describePlans(match: RegExpMatchArray): string {
  const columns = (match[1] ?? '').split(', ').map((name) => {
    const column = PLAN_COLUMNS.find(({ field }) => field === name);
    if (column === undefined) throw new Error(`There is no column ${name} of plans`);
    return column;
  });
  return `${markOf(match)}\n\n${toMarkdownTable(planRows(columns), (column) => column > 0)}`;
}

async function fillIn(text: string): Promise<string> {
  let filled = text.replaceAll(ERROR, (_, code: string) => describeError(code));
  for (const match of text.matchAll(FIELDS))
    filled = filled.replace(match[0], await describeFields(text, match));
  for (const match of text.matchAll(PLANS)) filled = filled.replace(match[0], () => describePlans(match));
  return filled;
}

const checkOnly = process.argv.includes('--check');
for (const { path, text } of trackedFiles(/^docs\/[\w-]+\.md$/)) {
  const filled = await fillIn(text);
  if (filled === text) continue;
  console.log(`${path} differs from schema/.`);
  if (checkOnly) process.exitCode = 1;
  else writeFileSync(inProject(path), filled);
}
if (process.exitCode === 1) console.error('`npm run tool -- schema-tables` fills the pages in.');
