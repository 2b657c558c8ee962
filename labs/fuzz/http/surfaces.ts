import { API_TYPES } from '../../../scripts/generate/api-types.ts';
import { inProject } from '../../../scripts/project.ts';
import type { ApiDocument, Operation } from '../../../test/support/api-document.ts';

export type SurfaceName = 'api' | 'console' | 'operator' | 'public';

export interface Surface {
  readonly name: SurfaceName;
  /** Its paths are complete. */
  readonly document: ApiDocument;
}

export interface Route {
  readonly surface: Surface;
  /** In upper case. */
  readonly method: string;
  /** With parameters in braces: `/v1/files/{fileId}`. */
  readonly path: string;
  readonly operation: Operation;
}

/** Routes without a description: files by their addresses, pages, and the description itself. */
const PUBLIC: ApiDocument = {
  openapi: '3.1.0',
  webhooks: {},
  components: { schemas: {}, headers: {}, securitySchemes: {} },
  paths: Object.fromEntries(
    [
      '/files/{fileAddress}',
      '/files/{signedAddress}',
      '/v1/openapi.json',
      '/healthz',
      '/docs',
      '/dashboard/{page}',
      '/{page}',
    ].map((path) => [path, { get: { summary: '', description: '', responses: {} } }]),
  ),
};

export async function readSurfaces(): Promise<Surface[]> {
  const [api, console] = await Promise.all(API_TYPES.map(({ describe }) => describe()));
  const documents = { api, console, operator: await describeOperator(), public: PUBLIC };
  return Object.entries(documents).map(([name, document]) => ({
    name: name as SurfaceName,
    document: withComponents(document as unknown as ApiDocument),
  }));
}

const withComponents = (document: ApiDocument): ApiDocument => ({
  ...document,
  components: { schemas: {}, headers: {}, securitySchemes: {}, ...(document.components as object) },
});

/** Imported by path, because sources of the Worker need the types of another platform. */
async function describeOperator(): Promise<object> {
  const { describedOperatorRoutes } = (await import(inProject('worker/surfaces/operator/routes.ts'))) as {
    describedOperatorRoutes: { getOpenAPI31Document(config: object): ApiDocument };
  };
  const document = describedOperatorRoutes.getOpenAPI31Document({
    openapi: '3.1.0',
    info: { title: 'Platen operator', version: '1' },
  });
  const paths = Object.entries(document.paths).map(([path, operations]) => [`/operator${path}`, operations]);
  return withoutHeaders({ ...document, paths: Object.fromEntries(paths) });
}

/** The document does not define the headers that it refers to. */
function withoutHeaders(document: ApiDocument): ApiDocument {
  for (const operations of Object.values(document.paths)) {
    for (const { responses } of Object.values(operations)) {
      for (const response of Object.values(responses)) Object.assign(response, { headers: undefined });
    }
  }
  return document;
}

export const routesOf = (surfaces: readonly Surface[]): Route[] =>
  surfaces.flatMap((surface) =>
    Object.entries(surface.document.paths).flatMap(([path, operations]) =>
      Object.entries(operations).map(([method, operation]) => ({
        surface,
        method: method.toUpperCase(),
        path,
        operation,
      })),
    ),
  );
