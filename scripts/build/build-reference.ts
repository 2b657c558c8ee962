import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Product } from './build-once.ts';
import { inProject } from '../project.ts';

/** `@scalar/api-reference` itself brings 200 packages. This one has its script, with everything bundled. */
const PACKAGE = '@scalar/fastify-api-reference';

/** Copied from npm, so that the page at `/docs` loads nothing from another host. */
export const REFERENCE: Product = {
  name: 'reference',
  directory: inProject('public/docs/vendor'),
  sources: [`node_modules/${PACKAGE}/package.json`, 'scripts/build/build-reference.ts'].map((source) =>
    inProject(source),
  ),
  make: async (directory) => writeFile(join(directory, 'scalar.js'), await scalarScript()),
};

interface Route {
  readonly url: string;
  readonly handler: (request: null, reply: Reply) => unknown;
}
interface Reply {
  header(): Reply;
  send(body: string): string;
}
type Plugin = (app: object, options: object, done: () => void) => void;

/** The script that the plugin serves below `/reference`. */
async function scalarScript(): Promise<string> {
  const { default: plugin } = (await import(PACKAGE)) as { default: Plugin };
  const routes: Route[] = [];
  const app = { hasPlugin: () => false, route: (route: Route) => routes.push(route) };
  plugin(app, { configuration: { url: '/openapi.json' } }, () => {});
  const script = routes.find(({ url }) => url === '/reference/js/scalar.js');
  if (script === undefined) throw new Error(`${PACKAGE} serves no script.`);
  const reply: Reply = { header: () => reply, send: (body) => body };
  return String(script.handler(null, reply));
}
