import { join, relative, resolve } from 'node:path';
import { type Command, CommandFailure, EXIT } from '../command.ts';
import type { Io } from '../io.ts';
import { LocalPrinter } from '../local/chromium/local-printer.ts';
import { describeResult } from '../local/reports/describe-result.ts';
import { writeReport } from '../local/reports/write-report.ts';
import type { CaseResult } from '../local/snapshots/run-case.ts';
import { runTests, type TestRun } from '../local/snapshots/run-tests.ts';
import { titleOf } from '../local/snapshots/test-cases.ts';
import { readOptions } from '../options.ts';
import { buildProject } from '../build/build-project.ts';
import type { Project } from '../project/project.ts';
import { readProject } from '../project/read-project.ts';

const usage = `Usage: platen test [template …] [options]

Prints each sample of each template, in each of its languages, and compares text, pages, warnings and pixels with its
snapshot in snapshots/. Ends with exit code 1 if one differs, cannot be printed, or has no snapshot.

  template           the names of folders of templates; by default all
  --only <text>      only samples whose name, such as invoice/long@de, contains the text
  --record           writes snapshots that are missing, differ, or are from another Chromium, and deletes those without a sample
  --report <folder>  writes index.html with pictures of the differences, and junit.xml.
                     By default .platen/test-report, if something differs
  --folder <path>    the project; by default this folder. It can be given several times

"test" in platen.json, or in settings.json of a template, has the tolerance: threshold, maxDifferentPixels,
maxDifferentInSquare, dpi, now.
PLATEN_CHROMIUM names the Chrome or Chromium to print with.`;

export const test: Command = {
  name: 'test',
  summary: 'print each sample and compare it with its snapshot',
  usage,
  async run(args, io) {
    const { values, positionals } = readOptions(args, {
      options: {
        only: { type: 'string' },
        record: { type: 'boolean', default: false },
        report: { type: 'string' },
        folder: { type: 'string', multiple: true, default: ['.'] },
      },
      allowPositionals: true,
    });
    const all = await Promise.all(
      values.folder.map(async (folder) => buildProject(await readProject(resolve(io.cwd, folder)))),
    );
    const projects = positionals.length === 0 ? all : chooseTemplates(all, positionals);
    const printer = await LocalPrinter.open(io.env);
    try {
      const isRecording = values.record;
      const options = {
        only: values.only ?? null,
        isRecording,
        signal: io.signal,
        onResult: (result: CaseResult) => showResult(result, io),
      };
      const run = await runTests(projects, printer, options);
      showOrphans(run, isRecording, io);
      showOtherChromium(run, io);
      return await conclude(run, values.report, io);
    } finally {
      await printer.close();
    }
  },
};

/** Takes the templates with these names. @throws {CommandFailure} there is none with one of them */
function chooseTemplates(projects: readonly Project[], slugs: readonly string[]): Project[] {
  const known = projects.flatMap(({ templates }) => templates.map(({ slug }) => slug));
  const unknown = slugs.find((slug) => !known.includes(slug));
  if (unknown !== undefined)
    throw new CommandFailure(`There is no template "${unknown}". --folder names a project.`, known);
  return projects.map((project) => ({
    ...project,
    templates: project.templates.filter(({ slug }) => slugs.includes(slug)),
  }));
}

/** @returns the exit code */
async function conclude(run: TestRun, report: string | undefined, io: Io): Promise<number> {
  const failed = run.results.filter(({ outcome }) => outcome !== 'passed');
  const wanted = report ?? (failed.length > 0 ? join('.platen', 'test-report') : null);
  if (wanted !== null) {
    const folder = resolve(io.cwd, wanted);
    await writeReport(folder, run);
    io.out(`Report: ${relative(io.cwd, join(folder, 'index.html'))}`);
  }
  io.out(`${run.results.length - failed.length} passed, ${failed.length} failed`);
  return failed.length === 0 ? EXIT.ok : EXIT.failed;
}

const MARKS = { passed: '✓', different: '✗', failed: '✗', new: '+' } as const;

function showResult(result: CaseResult, io: Io): void {
  const recorded = result.isRecorded ? ', recorded' : '';
  io.out(`${MARKS[result.outcome]} ${titleOf(result.test)} (${result.ms} ms${recorded})`);
  for (const line of describeResult(result)) io.out(`    ${line}`);
}

function showOrphans({ orphans }: TestRun, isRecording: boolean, io: Io): void {
  if (orphans.length === 0) return;
  io.out(
    isRecording
      ? 'Deleted snapshots without a sample:'
      : 'Snapshots without a sample; --record deletes them:',
  );
  for (const title of orphans) io.out(`  ${title}`);
}

/** Another version may break lines elsewhere, so this may be why a page differs. */
function showOtherChromium({ results, chromium }: TestRun, io: Io): void {
  const others = new Set(results.flatMap(({ otherChromium }) => otherChromium ?? []));
  if (others.size === 0) return;
  io.out(
    `Snapshots are from Chromium ${[...others].join(', ')}; this is ${chromium}. --record records them again.`,
  );
}
