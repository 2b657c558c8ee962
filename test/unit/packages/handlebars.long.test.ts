import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { buildForWorkerd, Workerd } from '../../support/compose/workerd.ts';
import { testPacked } from '../../support/packed-package.ts';

const RENDER = `
import { TemplateEngine, TemplateEnvironment } from '@platen/handlebars';
const environment = new TemplateEnvironment({ shout: (text) => String(text).toUpperCase() });
const text = new TemplateEngine(environment).render('Hello {{shout name}}!', { name: 'Ada' });
`;

const TYPED = `
import { type Helper, LimitExceeded, TemplateEngine, TemplateEnvironment } from '@platen/handlebars';
const shout: Helper = (text: string) => text.toUpperCase();
const text: string = new TemplateEngine(new TemplateEnvironment({ shout })).render('', {});
const kind: 'steps' | string = new LimitExceeded('steps', 1).kind + text;
// @ts-expect-error a template is text
new TemplateEngine(new TemplateEnvironment()).render(1, kind);
`;

describe('@platen/handlebars, packed and installed in an empty project', () => {
  const packed = testPacked({
    folder: 'packages/handlebars',
    program: `${RENDER} console.log(text);`,
    prints: 'Hello ADA!\n',
    typed: TYPED,
  });

  test('renders in workerd', async () => {
    const { directory, project } = packed();
    await writeFile(
      join(project, 'worker.js'),
      `${RENDER} export default { fetch: () => Response.json(text) };`,
    );
    await writeFile(
      join(project, 'wrangler.toml'),
      'name = "packed"\nmain = "worker.js"\ncompatibility_date = "2026-10-01"\n',
    );
    const config = await buildForWorkerd(
      join(project, 'wrangler.toml'),
      'worker.js',
      join(directory, 'built'),
    );
    const workerd = await Workerd.start(config);
    try {
      expect(await workerd.ask('/')).toBe('Hello ADA!');
    } finally {
      await workerd.stop();
    }
  });
});
