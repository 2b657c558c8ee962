import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { inProject } from './project.ts';

const run = promisify(execFile);

/** Where the generated types lie. */
export const CLIENT_TYPES = inProject('clients/typescript/src/api.ts');

const GENERATOR = inProject('clients/typescript/node_modules/openapi-typescript/bin/cli.js');

/** The types of the API as its routes describe it now. Needs no running service. */
export async function clientTypes(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'platen-client-'));
  try {
    const [description, types] = [join(directory, 'openapi.json'), join(directory, 'api.ts')];
    await writeFile(description, await apiDescription());
    await run(process.execPath, [GENERATOR, description, '--default-non-nullable=false', '--output', types]);
    return await readFile(types, 'utf8');
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

/** The Worker is imported by its address: it is compiled against another platform's types than scripts are. */
async function apiDescription(): Promise<string> {
  const [{ createApp }, { openApiDocument }] = (await Promise.all([
    import(inProject('worker/app.ts')),
    import(inProject('worker/http/describe-api.ts')),
  ])) as [{ createApp: () => unknown }, { openApiDocument: (app: unknown, origin: string) => unknown }];
  return JSON.stringify(openApiDocument(createApp(), 'https://pdf.example.com'));
}
