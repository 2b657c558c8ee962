import type { OpenAPIHono } from '@hono/zod-openapi';
import { UNLIMITED } from '../../../schema/plans.ts';
import type { AppEnv } from '../http/context.ts';
import { namesTag } from '../../lib/etag.ts';
import { sha256Hex } from '../../lib/sha256.ts';
import { notCounted } from '../http/not-counted.ts';
import { readOrigin } from '../http/origin.ts';
import { RESPONSE_HEADERS } from '../http/response-headers.ts';
import { describeEvents } from './webhooks/describe-events.ts';

const DESCRIPTION = `HTML and Handlebars in, stored PDF out.

Send your API key with every request: in \`X-API-Key\` (recommended) or as a bearer token. A key belongs to a
workspace, and the plan of the workspace sets the limits. Use keys only on a server: everyone can read a key in a web
page.

Every response has the rate limit in \`X-RateLimit-Limit\`, \`X-RateLimit-Remaining\` and \`X-RateLimit-Reset\` (Unix
seconds). Unlimited is sent as ${UNLIMITED}. All errors have the same body, and \`details\` names the fields.

[The guide](/docs/guide) shows the API in use, and [Errors](/docs/guide/errors) explains each error code.

Every request may have \`traceparent\` and \`tracestate\` (W3C Trace Context). Its trace goes on in jobs, batches and webhooks.`;

/** @param origin of this installation: `https://pdf.example.com` */
export const openApiDocument = (app: OpenAPIHono<AppEnv>, origin: string) =>
  app.getOpenAPI31Document({
    openapi: '3.1.0',
    info: { title: 'Platen', version: '1', description: DESCRIPTION },
    servers: [{ url: origin }],
    tags: [
      { name: 'PDF', description: 'Generate, merge, split and finish PDFs.' },
      { name: 'Files', description: 'List, read, download and delete files.' },
      { name: 'Jobs', description: 'Follow and cancel generations that run later.' },
      { name: 'Batches', description: 'Generate many PDFs from one template, and follow them.' },
      { name: 'Templates', description: 'Save, version, preview and publish templates.' },
      { name: 'Assets', description: 'Pictures, fonts and colour profiles of the workspace.' },
      { name: 'Partials', description: 'Parts of templates that the templates of the workspace share.' },
      { name: 'Usage', description: 'PDFs and credits of the workspace.' },
      { name: 'Webhooks', description: 'Addresses that receive events of the workspace, signed.' },
    ],
  });

export function describeApi(app: OpenAPIHono<AppEnv>): void {
  const { openAPIRegistry: registry } = app;
  registry.registerComponent('securitySchemes', 'apiKey', {
    type: 'apiKey',
    in: 'header',
    name: 'X-API-Key',
    description: 'A key of the workspace. `pk_live_…` spends credits, `pk_test_…` prints a watermark.',
  });
  registry.registerComponent('securitySchemes', 'bearer', {
    type: 'http',
    scheme: 'bearer',
    description: 'The same key, for clients that can only send bearer tokens.',
  });
  for (const [name, header] of Object.entries(RESPONSE_HEADERS)) {
    registry.registerComponent('headers', name, header);
  }
  describeEvents(app);
  const written = new WrittenDocument(app);
  app.get('/v1/openapi.json', notCounted, async (c) => {
    const etag = await written.etag();
    const headers = { 'Content-Type': 'application/json', 'Cache-Control': 'no-cache', ETag: etag };
    const known = c.req.header('If-None-Match');
    if (known !== undefined && namesTag(known, etag)) return c.body(null, 304, headers);
    return c.body(written.textAt(readOrigin(c)), 200, headers);
  });
}

const ORIGIN = 'https://origin.invalid';

/** Anyone may ask for it, and writing it takes a tenth of a second, so an isolate writes it once. */
class WrittenDocument {
  readonly #app: OpenAPIHono<AppEnv>;
  #text: string | null = null;
  #etag: string | null = null;

  constructor(app: OpenAPIHono<AppEnv>) {
    this.#app = app;
  }

  #anywhere(): string {
    this.#text ??= JSON.stringify(openApiDocument(this.#app, ORIGIN));
    return this.#text;
  }

  async etag(): Promise<string> {
    this.#etag ??= `"${await sha256Hex(this.#anywhere())}"`;
    return this.#etag;
  }

  textAt(origin: string): string {
    return this.#anywhere().replace(ORIGIN, origin);
  }
}
