import { expect, test } from 'vitest';
import type { LocalPrinter } from '../../local/chromium/local-printer.ts';
import { runTests } from '../../local/snapshots/run-tests.ts';
import { readProject } from '../../project/read-project.ts';
import { folderWith, NOTE_PROJECT } from '../support/project-folder.ts';

/** It is never asked to print. */
const PRINTER = { chromiumVersion: '1' } as LocalPrinter;

const run = async (files: Readonly<Record<string, unknown>>, only: string | null) =>
  runTests([await readProject(await folderWith(files))], PRINTER, {
    only,
    isRecording: false,
    signal: new AbortController().signal,
    onResult: () => {},
  });

test('a run without anything to test does not pass', async () => {
  await expect(run({ 'platen.json': {} }, null)).rejects.toThrow('There is no template to test.');
  await expect(run(NOTE_PROJECT, 'nota')).rejects.toThrow('No sample has "nota" in its name.');
});
