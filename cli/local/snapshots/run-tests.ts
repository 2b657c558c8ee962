import { join } from 'node:path';
import { CommandFailure } from '../../command.ts';
import { inTurns } from '../../lib/in-turns.ts';
import type { Project, ProjectTemplate } from '../../project/project.ts';
import type { LocalPrinter } from '../chromium/local-printer.ts';
import { type CaseResult, runCase } from './run-case.ts';
import { SnapshotFolder } from './snapshot-folder.ts';
import { listCases, type TestCase, titleOf } from './test-cases.ts';
import { readTestSettings } from './test-settings.ts';

export interface TestOptions {
  /** Only samples whose title, such as `invoice/long@de`, contains this text. */
  readonly only: string | null;
  /** Writes the snapshots that are missing, differ, or are from another Chromium, and deletes those without a sample. */
  readonly isRecording: boolean;
  /** Ends the run. */
  readonly signal: AbortSignal;
  /** Is called when a sample has been compared. */
  readonly onResult: (result: CaseResult) => void;
}

export interface TestRun {
  /** In the order of the templates and their samples. */
  readonly results: readonly CaseResult[];
  /** Snapshots without a sample, such as `invoice/old`. */
  readonly orphans: readonly string[];
  readonly chromium: string;
}

/** A few at a time: while Chromium prints one, another one is drawn. */
const AT_ONCE = 4;

/** @throws {CommandFailure} the settings of the tests are wrong, there is nothing to test, or the run was ended */
export async function runTests(
  projects: readonly Project[],
  printer: LocalPrinter,
  { only, isRecording, signal, onResult }: TestOptions,
): Promise<TestRun> {
  const cases = projects.flatMap(casesOf);
  const wanted = cases.filter((test) => only === null || titleOf(test).includes(only));
  // Otherwise a wrong name or folder would pass in CI.
  if (wanted.length === 0)
    throw new CommandFailure(
      only === null ? 'There is no template to test.' : `No sample has "${only}" in its name.`,
    );
  const results = await inTurns(AT_ONCE, wanted, async (test) => {
    const result = await runCase(test, printer, { isRecording, signal });
    if (signal.aborted) throw new CommandFailure('The tests were interrupted.');
    onResult(result);
    return result;
  });
  const orphans = only === null ? await findOrphans(projects, cases, isRecording) : [];
  return { results, orphans, chromium: printer.chromiumVersion };
}

const casesOf = (project: Project): TestCase[] =>
  project.templates.flatMap((template) => {
    const settings = readTestSettings(project, template);
    return listCases({ project, template, settings, folder: folderOf(template) });
  });

const folderOf = ({ directory }: ProjectTemplate): SnapshotFolder =>
  new SnapshotFolder(join(directory, 'snapshots'));

async function findOrphans(
  projects: readonly Project[],
  cases: readonly TestCase[],
  isRecording: boolean,
): Promise<string[]> {
  const titles = new Set(cases.map(titleOf));
  const orphans: string[] = [];
  for (const project of projects) {
    for (const template of project.templates) {
      const folder = folderOf(template);
      const names = (await folder.names()).filter((name) => !titles.has(titleOf({ template, name })));
      if (isRecording) await Promise.all(names.map((name) => folder.remove(name)));
      orphans.push(...names.map((name) => titleOf({ template, name })));
    }
  }
  return orphans;
}
