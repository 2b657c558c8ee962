import { mkdtempSync, rmSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';

/** A folder with these files, until the test ends. */
export async function folderWith(files: Readonly<Record<string, unknown>>): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'platen-folder-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  await writeFiles(folder, files);
  return folder;
}

/** Writes files. Content that is neither text nor bytes becomes JSON. */
export async function writeFiles(folder: string, files: Readonly<Record<string, unknown>>): Promise<void> {
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    const isFile = typeof content === 'string' || content instanceof Uint8Array;
    await writeFile(join(folder, path), isFile ? content : JSON.stringify(content, null, 2));
  }
}

/** A project with one template of one page, and two samples. */
export const NOTE_PROJECT = {
  'platen.json': { format: 1 },
  'templates/note/template.hbs': '<!doctype html>\n<h1>Note</h1>\n<p>Dear {{name}},</p>\n<p>{{text}}</p>\n',
  'templates/note/settings.json': { name: 'Note', format: 'A6', outputName: 'note-{{name}}' },
  'templates/note/samples/short.json': { name: 'Ada', text: 'One line.' },
  'templates/note/samples/long.json': { name: 'Grace', text: 'Word '.repeat(500) },
} as const;
