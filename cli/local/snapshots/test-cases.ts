import type { Project, ProjectTemplate } from '../../project/project.ts';
import { stemOfSample } from '../sample-files.ts';
import type { SnapshotFolder } from './snapshot-folder.ts';
import type { TestSettings } from './test-settings.ts';

/** A sample of a template, in one of its languages. */
export interface TestCase {
  readonly project: Project;
  readonly template: ProjectTemplate;
  /** The name of its snapshot: `long`, or `long@de` in a language. */
  readonly name: string;
  /** It is null if the template has no samples. */
  readonly sample: string | null;
  readonly data: Readonly<Record<string, unknown>>;
  readonly locale: string | undefined;
  readonly settings: TestSettings;
  readonly folder: SnapshotFolder;
}

/** Returns the name of a case for people, such as `invoice/long@de`. */
export const titleOf = ({ template, name }: Pick<TestCase, 'template' | 'name'>): string =>
  `${template.slug}/${name}`;

interface TestTerms extends Pick<TestCase, 'project' | 'template' | 'settings' | 'folder'> {}

/** Each sample, in each language of the template if it has some. A template without samples prints without data. */
export function listCases(terms: TestTerms): TestCase[] {
  const { template } = terms;
  const samples =
    template.sampleSets.length === 0
      ? [{ sample: null, stem: 'empty', data: {} }]
      : template.sampleSets.map((sample) => ({
          sample: sample.name,
          stem: stemOfSample(sample),
          data: sample.data,
        }));
  const locales = Object.keys(template.translations ?? {});
  return samples.flatMap(({ sample, stem, data }) =>
    (locales.length > 0 ? locales : [undefined]).map((locale) => ({
      ...terms,
      sample,
      data,
      locale,
      name: locale === undefined ? stem : `${stem}@${locale}`,
    })),
  );
}
