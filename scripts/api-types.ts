import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { inProject } from './project.ts';

const run = promisify(execFile);

const GENERATOR = inProject('clients/typescript/node_modules/openapi-typescript/bin/cli.js');

/** The parts of an OpenAPI document that this script changes. */
interface OpenApiDocument {
  readonly paths: Record<string, Record<string, Operation>>;
}
interface Operation {
  parameters?: object[];
  readonly responses: Record<string, { headers?: unknown }>;
}

export const API_TYPES = [
  {
    surface: '/v1',
    file: inProject('clients/typescript/src/api.ts'),
    describe: describeApi,
  },
  {
    surface: '/console',
    file: inProject('dashboard/api/console-api.ts'),
    describe: describeConsole,
  },
] as const;

export async function generateTypes(document: OpenApiDocument): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'platen-api-types-'));
  try {
    const [input, output] = [join(directory, 'openapi.json'), join(directory, 'api.ts')];
    await writeFile(input, JSON.stringify(document));
    await run(process.execPath, [GENERATOR, input, '--default-non-nullable=false', '--output', output]);
    return await readFile(output, 'utf8');
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

// The Worker is imported by path, because its sources need the types of another platform than scripts do.

async function describeApi(): Promise<OpenApiDocument> {
  const [{ createApp }, { openApiDocument }] = (await Promise.all([
    import(inProject('worker/app.ts')),
    import(inProject('worker/api/describe-api.ts')),
  ])) as [
    { createApp: () => unknown },
    { openApiDocument: (app: unknown, origin: string) => OpenApiDocument },
  ];
  return openApiDocument(createApp(), 'https://pdf.example.com');
}

async function describeConsole(): Promise<OpenApiDocument> {
  const { createConsole } = (await import(inProject('worker/console/app.ts'))) as {
    createConsole: () => { getOpenAPI31Document: (config: object) => OpenApiDocument };
  };
  const document = createConsole().getOpenAPI31Document({
    openapi: '3.1.0',
    info: { title: 'Platen console', version: '1' },
  });
  for (const [path, operations] of Object.entries(document.paths)) {
    for (const operation of Object.values(operations)) {
      addWorkspaceParameter(path, operation);
      // The dashboard reads no headers, and the document does not define the ones it refers to.
      for (const response of Object.values(operation.responses)) delete response.headers;
    }
  }
  return document;
}

/** Routes mounted at `/workspaces/:ws` do not all declare the parameter of the path above them. */
function addWorkspaceParameter(path: string, operation: Operation): void {
  const parameters = operation.parameters ?? [];
  const declared = parameters.some((parameter) => 'name' in parameter && parameter.name === 'ws');
  if (!path.includes('{ws}') || declared) return;
  operation.parameters = [
    { name: 'ws', in: 'path', required: true, schema: { type: 'string' } },
    ...parameters,
  ];
}
