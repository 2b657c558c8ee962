import { CommandFailure } from '../command.ts';
import type { Project, ProjectTemplate } from '../project/project.ts';

/** @param slug the name of its folder. A folder that is one template needs none. @throws {CommandFailure} */
export function findTemplate({ templates }: Project, slug: string | undefined): ProjectTemplate {
  const [only] = templates;
  const found = slug === undefined ? only : templates.find((template) => template.slug === slug);
  if (found !== undefined && (slug !== undefined || templates.length === 1)) return found;
  const message = slug === undefined ? 'Say which template.' : `There is no template "${slug}".`;
  throw new CommandFailure(
    message,
    templates.map((template) => template.slug),
  );
}
