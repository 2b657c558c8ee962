import type { OpenAPIHono } from '@hono/zod-openapi';
import { UNLIMITED } from '../../schema/plans.ts';
import type { AppEnv } from '../http/context.ts';
import { notCounted } from './count-request.ts';
import { originOf } from '../http/origin.ts';
import { RESPONSE_HEADERS } from '../http/response-headers.ts';

const DESCRIPTION = `HTML and Handlebars in, stored PDF out.

Every request carries a key, in \`X-API-Key\` (recommended) or as a bearer token. Keys belong to a workspace,
whose plan sets the limits. Use them from a server only: a key in a web page is everybody's.

Every answer tells the rate in \`X-RateLimit-Limit\`, \`X-RateLimit-Remaining\` and \`X-RateLimit-Reset\` (Unix
seconds); unlimited is sent as ${UNLIMITED}. Every error has the same body; \`details\` names the fields.`;

/**
 * The description that the routes write of themselves: OpenAPI 3.1.
 *
 * @param origin of this installation: `https://pdf.example.com`
 */
export const openApiDocument = (app: OpenAPIHono<AppEnv>, origin: string) =>
  app.getOpenAPI31Document({
    openapi: '3.1.0',
    info: { title: 'Platen', version: '1', description: DESCRIPTION },
    servers: [{ url: origin }],
    tags: [
      { name: 'PDF', description: 'Generate PDFs from HTML or a template.' },
      { name: 'Files', description: 'List, read, download and delete kept files.' },
      { name: 'Templates', description: 'Save, version, preview and publish templates.' },
      { name: 'Usage', description: 'What the workspace made and what it has left.' },
    ],
  });

/** Serves the description at `/v1/openapi.json`. */
export function describeApi(app: OpenAPIHono<AppEnv>): void {
  const { openAPIRegistry: registry } = app;
  registry.registerComponent('securitySchemes', 'apiKey', {
    type: 'apiKey',
    in: 'header',
    name: 'X-API-Key',
    description: 'A key of the workspace: `pk_live_…` spends credits, `pk_test_…` prints a watermark.',
  });
  registry.registerComponent('securitySchemes', 'bearer', {
    type: 'http',
    scheme: 'bearer',
    description: 'The same key, where a client can only send bearer tokens.',
  });
  for (const [name, header] of Object.entries(RESPONSE_HEADERS)) {
    registry.registerComponent('headers', name, header);
  }
  app.get('/v1/openapi.json', notCounted, (c) => c.json(openApiDocument(app, originOf(c))));
}
