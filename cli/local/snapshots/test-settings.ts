import { z } from 'zod';
import { describeIssues } from '../../../schema/api/issues.ts';
import { isJsonObject } from '../../../schema/json-object.ts';
import { CommandFailure } from '../../command.ts';
import { type Project, PROJECT_FILE, type ProjectTemplate, SETTINGS_FILE } from '../../project/project.ts';

/** The settings of the comparison of samples: `test` in `platen.json`, and in `settings.json` of a template, which goes first. */
const testSettings = z.strictObject({
  /** The difference that the colour of a pixel may have, from 0 to 1. Source: pixelmatch. */
  threshold: z.number().min(0).max(1).default(0.1),
  /** The part of a page's pixels that may differ more than that. */
  maxDifferentPixels: z.number().min(0).max(1).default(0.0005),
  /** The part of the pixels of a square of 5 mm that may differ more than that. */
  maxDifferentInSquare: z.number().min(0).max(1).default(0.05),
  /** The dots per inch of the pictures. */
  dpi: z.int().min(24).max(300).default(72),
  /** The time that helpers such as `now` see, so that a page does not differ each day. */
  now: z.iso.datetime().default('2026-01-01T12:00:00Z'),
});

export type TestSettings = z.infer<typeof testSettings>;

/** @throws {CommandFailure} a field that does not exist, or a value that it cannot have */
export function readTestSettings(project: Project, template: ProjectTemplate): TestSettings {
  const common = parse(project.config.test ?? {}, PROJECT_FILE);
  const own = parse(template.local.test ?? {}, `${template.slug}/${SETTINGS_FILE}`);
  return testSettings.parse({ ...common, ...own });
}

/** Parses the settings without the defaults, because those of one file would replace what the other one says. */
function parse(value: unknown, file: string): Partial<TestSettings> {
  const { success, data, error } = testSettings.partial().safeParse(value);
  if (!success) {
    const problems = describeIssues(error, value).map((problem) => `test.${problem}`);
    throw new CommandFailure(`${file} has wrong settings of \`platen test\`.`, problems);
  }
  return Object.fromEntries(Object.entries(data).filter(([name]) => isJsonObject(value) && name in value));
}
