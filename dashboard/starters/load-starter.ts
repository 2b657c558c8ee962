import { FileProblems } from '../../cli/project/json-file.ts';
import type { TemplateState } from '../../cli/project/project.ts';
import { readTemplateFiles } from '../../cli/project/template-files.ts';
import { type StarterName } from './starters.ts';

/** A file that the template names, or a font whose family it names. */
export interface StarterAsset {
  readonly name: string;
  /** Where the dashboard has it. */
  readonly url: string;
}

/** A template without its name. Header and footer are in its settings. */
export interface Starter extends Omit<TemplateState, 'name'> {
  readonly assets: readonly StarterAsset[];
}

/** The files of the starters by their paths. A starter is a project folder of the command line (docs/cli.md). */
const texts = import.meta.glob<string>(
  ['./*/*.hbs', './*/*.json', './*/samples/*.json', './*/locales/*.json'],
  {
    query: '?raw',
    import: 'default',
  },
);
const thumbnails = import.meta.glob<string>('./*/thumbnail.webp', {
  eager: true,
  query: '?url',
  import: 'default',
});

const assetUrls = import.meta.glob<string>('./*/assets/*', {
  eager: true,
  query: '?url',
  import: 'default',
});

export const findThumbnail = (name: StarterName): string | undefined =>
  thumbnails[`./${name}/thumbnail.webp`];

export async function loadStarter(name: StarterName): Promise<Starter> {
  const folder = `./${name}/`;
  const own = Object.entries(texts).filter(([path]) => path.startsWith(folder));
  const files = await Promise.all(
    own.map(async ([path, load]) => [path.slice(folder.length), await load()] as const),
  );
  const problems = new FileProblems();
  const read = readTemplateFiles(new Map(files), problems);
  if (read === null || problems.list.length > 0) throw new Error(problems.list.join('\n'));
  const { content, settings, dataSchema, translations } = read;
  const sampleSets = read.sampleSets.map(({ name: set, data }) => ({ name: set, data }));
  const assets = Object.entries(assetUrls)
    .filter(([path]) => path.startsWith(`${folder}assets/`))
    .map(([path, url]) => ({ name: path.slice(`${folder}assets/`.length), url }));
  return { content, settings, dataSchema, sampleSets, translations, assets };
}
