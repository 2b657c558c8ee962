import type { PrintJob } from '@platen/pdf';
import { attachProjectAssets } from '../../cli/local/project-assets.ts';
import type { StarterName } from '../../dashboard/starters/starters.ts';
import type { Project, ProjectTemplate } from '../../cli/project/project.ts';
import { readProject } from '../../cli/project/read-project.ts';
import { inProject } from '../project.ts';

export interface Starter extends Pick<ProjectTemplate, 'content' | 'settings'> {
  /** Of its first sample. */
  readonly data: Readonly<Record<string, unknown>>;
  readonly assets: Project['assets'];
  /** Puts the assets of the starter into a document of it. */
  readonly attach: (job: PrintJob) => Promise<PrintJob>;
}

export const starterFolder = (name: StarterName): string => inProject('dashboard', 'starters', name);

export async function readStarter(name: StarterName): Promise<Starter> {
  const project = await readProject(starterFolder(name));
  const { templates, assets } = project;
  const [template] = templates;
  const [sample] = template?.sampleSets ?? [];
  if (template === undefined || sample === undefined) throw new Error(`The starter ${name} has no sample.`);
  const { content, settings } = template;
  const attach = (job: PrintJob) => attachProjectAssets(job, project, [content]);
  return { content, settings, data: sample.data, assets, attach };
}
