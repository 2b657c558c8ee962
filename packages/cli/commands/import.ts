import { resolve } from 'node:path';
import { type Command, EXIT, UsageError } from '../command.ts';
import { checkImported } from '../import/check-imported.ts';
import { findSource, loadImporter, SOURCES, type Source } from '../import/find-importer.ts';
import { describeNote, Notes } from '../import/notes.ts';
import { listImported, writeImported } from '../import/write-imported.ts';
import { readOptions } from '../options.ts';

const usage = `Usage: platen import <file or folder> [options]

Turns templates of another service, or a page of HTML with its files, into files of a project. It says what it could not turn,
with the line, and runs no code of the templates.

  jsreport     an export (.jsrexport), or a folder of its store
  pdfmonkey    a folder of its command line (body.html.liquid), or an answer of its API
  apitemplate  an answer of get-template
  html         a page, with the pictures, fonts and style sheets beside it

  --from <kind>  one of these; by default what the files look like
  --to <folder>  the project; by default this folder
  --dry-run      writes nothing
  --force        replaces files that exist
  --strict       fails if something could not be turned`;

export const importTemplates: Command = {
  name: 'import',
  summary: 'turn templates of another service into files',
  usage,
  async run(args, io) {
    const { values, positionals } = readOptions(args, {
      options: {
        from: { type: 'string' },
        to: { type: 'string', default: '.' },
        'dry-run': { type: 'boolean', default: false },
        force: { type: 'boolean', default: false },
        strict: { type: 'boolean', default: false },
      },
      allowPositionals: true,
    });
    const [given, ...others] = positionals;
    if (given === undefined || others.length > 0) throw new UsageError('Name one file or folder.');
    const path = resolve(io.cwd, given);
    const importFrom = await loadImporter(readSource(values.from) ?? (await findSource(path)));
    const notes = new Notes();
    const imported = await importFrom(path, notes);
    checkImported(imported, notes);
    const files = listImported(imported);
    if (!values['dry-run']) await writeImported(resolve(io.cwd, values.to), files, values.force);
    for (const file of files.keys()) io.out(`+ ${file}`);
    for (const note of notes.list) io.err(`! ${describeNote(note)}`);
    io.err(summarise(imported.templates.length, notes.list.length, values['dry-run']));
    return values.strict && notes.list.length > 0 ? EXIT.failed : EXIT.ok;
  },
};

function readSource(from: string | undefined): Source | null {
  if (from === undefined) return null;
  const source = SOURCES.find((known) => known === from);
  if (source === undefined) throw new UsageError(`--from must be one of: ${SOURCES.join(', ')}.`);
  return source;
}

function summarise(templates: number, notes: number, isDry: boolean): string {
  const what = `${templates} ${templates === 1 ? 'template' : 'templates'}`;
  const open =
    notes === 0
      ? 'Everything was turned.'
      : `${notes} ${notes === 1 ? 'place needs' : 'places need'} a look.`;
  return `${isDry ? 'Would import' : 'Imported'} ${what}. ${open}`;
}
