import type { PushResult } from '@platen/client';
import { shownPath } from '../lib/files.ts';
import { sha256 } from '../project/hash.ts';
import type { PreparedPush } from './prepare-push.ts';

const MARKS = { created: '+', changed: '~', unchanged: '=' } as const;

/** @returns a line for each file and template, then a line with their numbers */
export function describePlan({ project, templates }: PreparedPush, result: PushResult): string[] {
  const changes: (keyof typeof MARKS)[] = [];
  const line = (change: keyof typeof MARKS, what: string, how: string) => {
    changes.push(change);
    return `${MARKS[change]} ${what}${how === '' ? '' : `  ${how}`}`;
  };
  const lines = [
    ...result.partials.map(({ name, change, version }) =>
      line(
        change,
        shownPath(project.directory, project.partials.get(name)?.path ?? name),
        versionText(change, version),
      ),
    ),
    ...result.assets.map(({ name, before }) => {
      const local = project.assets.get(name);
      const isSame = local !== undefined && before?.digest === sha256(local.content);
      const change = before === null ? 'created' : isSame ? 'unchanged' : 'changed';
      return line(change, shownPath(project.directory, local?.path ?? name), '');
    }),
    ...result.templates.map(({ change, fields, version, published }, index) => {
      const slug = templates[index]?.local.slug ?? '';
      const what = change === 'changed' ? fields.map((field) => FIELDS[field]).join(', ') : '';
      const state = change !== 'unchanged' && !published ? 'draft' : '';
      return line(change, slug, [versionText(change, version), what, state].filter(Boolean).join(', '));
    }),
  ];
  const count = (change: keyof typeof MARKS) => changes.filter((each) => each === change).length;
  return [...lines, `${count('created')} new, ${count('changed')} changed, ${count('unchanged')} the same`];
}

const versionText = (change: keyof typeof MARKS, version: number): string =>
  change === 'unchanged' ? '' : `version ${version}`;

const FIELDS: Readonly<Record<PushResult['templates'][number]['fields'][number], string>> = {
  name: 'name',
  content: 'template.hbs',
  settings: 'settings',
  dataSchema: 'schema',
  translations: 'locales',
  parts: 'partials or assets',
  sampleSets: 'samples',
  publication: 'published',
};
