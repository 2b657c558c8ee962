import { resolve } from 'node:path';
import { type Command, EXIT, UsageError } from '../command.ts';
import { importPage } from '../import/import-page.ts';
import { describeNote, Notes } from '../import/notes.ts';
import { listFiles, writeFiles } from '../import/write-page.ts';
import { readOptions } from '../options.ts';

const usage = `Usage: platen import <page or folder> [options]

Turns a page of HTML, or a folder with index.html, into files of a project: the pictures, fonts and style sheets beside the page
come with it. It says what it left as it is, with the line, and runs no code of the page.

  --to <folder>  the project; by default this folder
  --dry-run      writes nothing
  --force        replaces files that exist
  --strict       fails if something was left as it is`;

export const importTemplate: Command = {
  name: 'import',
  summary: 'turn a page of HTML into files',
  usage,
  async run(args, io) {
    const { values, positionals } = readOptions(args, {
      options: {
        to: { type: 'string', default: '.' },
        'dry-run': { type: 'boolean', default: false },
        force: { type: 'boolean', default: false },
        strict: { type: 'boolean', default: false },
      },
      allowPositionals: true,
    });
    const [given, ...others] = positionals;
    if (given === undefined || others.length > 0) throw new UsageError('Name one file or folder.');
    const notes = new Notes();
    const files = listFiles(await importPage(resolve(io.cwd, given), notes));
    if (!values['dry-run']) await writeFiles(resolve(io.cwd, values.to), files, values.force);
    for (const file of files.keys()) io.out(`+ ${file}`);
    for (const note of notes.list) io.err(`! ${describeNote(note)}`);
    io.err(summarise(notes.list.length, values['dry-run']));
    return values.strict && notes.list.length > 0 ? EXIT.failed : EXIT.ok;
  },
};

function summarise(notes: number, isDry: boolean): string {
  const open =
    notes === 0
      ? 'Everything was turned.'
      : `${notes} ${notes === 1 ? 'place needs' : 'places need'} a look.`;
  return `${isDry ? 'Would import' : 'Imported'} the page. ${open}`;
}
