import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { type Command, CommandFailure, EXIT, UsageError } from '../command.ts';
import type { Io } from '../io.ts';
import { readOptions } from '../options.ts';
import { writeJson } from '../project/json-file.ts';
import { PROJECT_FILE, TEMPLATES_FOLDER } from '../project/project.ts';
import { writeTemplateFiles } from '../project/template-files.ts';

const usage = `Usage: platen init [folder] [--empty]

Makes a project: platen.json, and a template to begin with. A file that exists is left as it is.

  --empty  makes no template`;

export const init: Command = {
  name: 'init',
  summary: 'make a project in a folder',
  usage,
  async run(args, io) {
    const { values, positionals } = readOptions(args, {
      options: { empty: { type: 'boolean' } },
      allowPositionals: true,
    });
    if (positionals.length > 1) throw new UsageError('There can be one folder.');
    const directory = resolve(io.cwd, positionals[0] ?? '.');
    const isNew = await writeNew(join(directory, PROJECT_FILE), writeJson({ format: 1 }));
    if (!isNew) throw new CommandFailure(`${directory} is a project already: it has ${PROJECT_FILE}.`);
    const files = new Map([['.gitattributes', ATTRIBUTES], ...(values.empty ? [] : listStarter())]);
    await writeAll(directory, files, io);
    io.out(`Made a project in ${directory}.`);
    io.out(
      'Next: `platen login`, then `platen push` sends it, or `platen pull` brings the templates of the workspace.',
    );
    return EXIT.ok;
  },
};

/** Git must not change line ends: a template is printed, and compared, as it is. */
const ATTRIBUTES = `*.hbs -text
**/assets/* -text
`;

async function writeAll(directory: string, files: ReadonlyMap<string, string>, io: Io): Promise<void> {
  for (const [path, text] of files) {
    const isNew = await writeNew(join(directory, path), text);
    io.out(isNew ? `+ ${path}` : `= ${path} (exists)`);
    if (!isNew && path === '.gitattributes') await checkAttributes(join(directory, path), io);
  }
}

async function checkAttributes(path: string, io: Io): Promise<void> {
  if ((await readFile(path, 'utf8')).includes('.hbs')) return;
  io.err('Add these lines to .gitattributes, so that Git changes no line ends:');
  for (const line of ATTRIBUTES.trimEnd().split('\n')) io.err(`  ${line}`);
}

/** False if the file exists. */
async function writeNew(path: string, text: string): Promise<boolean> {
  await mkdir(dirname(path), { recursive: true });
  try {
    await writeFile(path, text, { flag: 'wx' });
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
    throw error;
  }
}

function listStarter(): [path: string, text: string][] {
  const files = writeTemplateFiles({
    name: 'Letter',
    content: `<!doctype html>
<html>
  <head>
    <style>
      body { font: 11pt/1.5 system-ui, sans-serif; }
    </style>
  </head>
  <body>
    <p>{{formatDate sentOn "long"}}</p>
    <p>Dear {{recipient.name}},</p>
    {{#each paragraphs}}<p>{{this}}</p>{{/each}}
    <p>{{sender}}</p>
  </body>
</html>
`,
    settings: {
      format: 'A4',
      margin: { top: 25, right: 20, bottom: 25, left: 25 },
      outputName: 'letter-{{recipient.name}}',
      footer: {
        height: 15,
        content: `<div style="width: 100%; font-size: 8pt; text-align: center">
  Page <span class="pageNumber"></span> of <span class="totalPages"></span>
</div>
`,
      },
    },
    dataSchema: {
      type: 'object',
      required: ['recipient', 'sender', 'sentOn', 'paragraphs'],
      properties: {
        recipient: { type: 'object', required: ['name'], properties: { name: { type: 'string' } } },
        sender: { type: 'string' },
        sentOn: { type: 'string', format: 'date' },
        paragraphs: { type: 'array', items: { type: 'string' } },
      },
    },
    sampleSets: [
      {
        name: 'Sample',
        data: {
          recipient: { name: 'Ada Lovelace' },
          sender: 'Charles Babbage',
          sentOn: '2027-01-15',
          paragraphs: ['Thank you for your notes on the engine.'],
        },
      },
    ],
    translations: null,
  });
  return Array.from(files, ([path, text]) => [`${TEMPLATES_FOLDER}/letter/${path}`, text]);
}
