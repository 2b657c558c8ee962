import { CommandFailure } from '../command.ts';
import { type ProjectSample, type ProjectTemplate, SAMPLES_FOLDER } from '../project/project.ts';

type Data = Readonly<Record<string, unknown>>;

/** The name of the file of a sample, without `.json`. */
export const stemOfSample = ({ file }: Pick<ProjectSample, 'file'>): string =>
  file.slice(SAMPLES_FOLDER.length + 1, -'.json'.length);

/** @returns the file of the sample, from the folder of its template */
export const fileOfSample = ({ sampleSets }: Pick<ProjectTemplate, 'sampleSets'>, name: string): string =>
  sampleSets.find((sample) => sample.name === name)?.file ?? `${SAMPLES_FOLDER}/${name}.json`;

/**
 * @param name by default the first sample, or no data if there is none
 * @throws {CommandFailure} there is no such sample
 */
export function findSample(
  { slug, sampleSets }: ProjectTemplate,
  name?: string,
): { name: string | null; data: Data } {
  const found = name === undefined ? sampleSets[0] : sampleSets.find((sample) => sample.name === name);
  if (found !== undefined) return found;
  if (name === undefined) return { name: null, data: {} };
  throw new CommandFailure(`${slug} has no sample "${name}".`, [listNames(sampleSets)]);
}

const listNames = (samples: readonly { readonly name: string }[]): string =>
  samples.length === 0 ? 'It has no samples.' : `It has: ${samples.map(({ name }) => name).join(', ')}`;
