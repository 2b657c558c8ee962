import { buildProject } from '../../build/build-project.ts';
import { readProject } from '../../project/read-project.ts';
import type { Project, ProjectTemplate } from '../../project/project.ts';
import { CommandFailure } from '../../command.ts';
import type { LocalPrinter } from '../chromium/local-printer.ts';
import { composeDocument } from '../compose-document.ts';
import { describeProblem, findProblems, type Problem, withoutFile } from '../problems.ts';
import { findSample } from '../sample-files.ts';
import { describeReport } from '../snapshots/snapshot.ts';
import type { DevMessage, ProblemsMessage, ProjectMessage, Selection } from './messages.ts';
import { PrintStore } from './print-store.ts';

/** The choice of the page, which may no longer exist. */
export type Wish = Readonly<Record<keyof Selection, string | null>>;

/** Reads the project again after each change, and prints what viewers look at. */
export class Previews {
  readonly prints = new PrintStore();
  readonly #directory: string;
  readonly #printer: LocalPrinter;
  #project: Promise<Project>;

  constructor(directory: string, printer: LocalPrinter) {
    this.#directory = directory;
    this.#printer = printer;
    this.#project = this.#read();
  }

  reload(): void {
    this.#project = this.#read();
  }

  #read(): Promise<Project> {
    const project = readProject(this.#directory).then(buildProject);
    // Each message that needs it reports the problem.
    project.catch(() => {});
    return project;
  }

  /** @returns the list of templates, or why it cannot be read */
  async describeProject(): Promise<ProjectMessage | ProblemsMessage> {
    try {
      const { templates } = await this.#project;
      return {
        kind: 'project',
        chromium: this.#printer.chromiumVersion,
        templates: templates.map(describeTemplate),
      };
    } catch (error) {
      return toMessage(ofProject(error));
    }
  }

  /** @param signal ends the print, because nobody waits for it any more */
  async print(wish: Wish, signal: AbortSignal): Promise<DevMessage> {
    const project = await this.#project.catch((error: unknown) => toMessage(ofProject(error)));
    if ('kind' in project) return project;
    const template = project.templates.find(({ slug }) => slug === wish.slug) ?? project.templates[0];
    if (template === undefined) return toMessage([withoutFile('The project has no templates yet.')]);
    return this.#printTemplate(project, template, wish, signal);
  }

  async #printTemplate(
    project: Project,
    template: ProjectTemplate,
    wish: Wish,
    signal: AbortSignal,
  ): Promise<DevMessage> {
    const isKnown = template.sampleSets.some(({ name }) => name === wish.sample);
    const { name: sample, data } = findSample(template, isKnown ? (wish.sample ?? undefined) : undefined);
    const locales = Object.keys(template.translations ?? {});
    const locale = locales.find((one) => one === wish.locale) ?? null;
    try {
      const startedAt = performance.now();
      const terms = { data, locale: locale ?? undefined, now: Date.now(), isEncrypted: false };
      const { job, filename } = await composeDocument(project, template, terms);
      const composedAt = performance.now();
      const { bytes, report } = await this.#printer.print(job, signal);
      const printedAt = performance.now();
      const { id, pages } = await this.prints.add(bytes);
      return {
        kind: 'print',
        slug: template.slug,
        sample,
        locale,
        id,
        filename,
        pages: Array.from({ length: pages.count }, (_, index) => pages.size(index + 1)),
        warnings: describeReport(report),
        composeMs: Math.round(composedAt - startedAt),
        printMs: Math.round(printedAt - composedAt),
      };
    } catch (error) {
      return toMessage(findProblems(error, { project, template, sample }));
    }
  }
}

const describeTemplate = ({ slug, name, sampleSets, translations }: ProjectTemplate) => ({
  slug,
  name,
  samples: sampleSets.map((sample) => sample.name),
  locales: Object.keys(translations ?? {}),
});

/** The problems of a project that cannot be read. Their texts begin with the file. */
function ofProject(error: unknown): Problem[] {
  if (!(error instanceof CommandFailure)) throw error;
  const texts = error.problems.length > 0 ? error.problems : [error.message];
  return texts.map(withoutFile);
}

const toMessage = (problems: readonly Problem[]): ProblemsMessage => ({
  kind: 'problems',
  problems: problems.map((problem) => ({ ...problem, text: describeProblem(problem) })),
});
