import type { StarterName } from '../../dashboard/starters/starters.ts';
import type { ProjectTemplate } from '../../cli/project/project.ts';
import { readProject } from '../../cli/project/read-project.ts';
import { inProject } from '../project.ts';

export interface Starter extends Pick<ProjectTemplate, 'content' | 'settings'> {
  /** Of its first sample. */
  readonly data: Readonly<Record<string, unknown>>;
}

export const starterFolder = (name: StarterName): string => inProject('dashboard', 'starters', name);

export async function readStarter(name: StarterName): Promise<Starter> {
  const { templates } = await readProject(starterFolder(name));
  const [template] = templates;
  const [sample] = template?.sampleSets ?? [];
  if (template === undefined || sample === undefined) throw new Error(`The starter ${name} has no sample.`);
  return { content: template.content, settings: template.settings, data: sample.data };
}
