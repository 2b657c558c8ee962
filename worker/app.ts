import { OpenAPIHono } from '@hono/zod-openapi';
import { cors } from 'hono/cors';
import { createMiddleware } from 'hono/factory';
import { ApiError } from './lib/api-error.ts';
import type { Env } from './env.ts';
import { auditRoutes } from './surfaces/api/audit/routes.ts';
import { batchRoutes } from './surfaces/api/batches/routes.ts';
import { downloadRoutes } from './surfaces/api/downloads/routes.ts';
import { fileRoutes } from './surfaces/api/files/routes.ts';
import { jobRoutes } from './surfaces/api/jobs/routes.ts';
import { mcpRoutes } from './surfaces/api/mcp/routes.ts';
import { metricsRoutes } from './surfaces/api/metrics/routes.ts';
import type { AppEnv } from './surfaces/http/context.ts';
import { countRequest } from './surfaces/api/count-request.ts';
import { decodeBody } from './surfaces/http/decode-body.ts';
import { notCounted } from './surfaces/http/not-counted.ts';
import { describeApi } from './surfaces/api/describe-api.ts';
import { handleError, renderError } from './surfaces/http/handle-error.ts';
import { observeRequest, openServices } from './surfaces/http/observe-request.ts';
import { RESPONSE_HEADERS } from './surfaces/http/response-headers.ts';
import { serveDashboard, serveLlmsTxt, serveMarkdown, servePage } from './surfaces/http/serve-page.ts';
import { answerReadiness } from './surfaces/api/answer-readiness.ts';
import { refuseOtherMethods } from './surfaces/http/refuse-method.ts';
import { operatorRoutes } from './surfaces/operator/routes.ts';
import { assembleRoutes } from './surfaces/api/assemble/routes.ts';
import { assetRoutes } from './surfaces/api/components/assets.ts';
import { partialRoutes } from './surfaces/api/components/partials.ts';
import { pdfRoutes } from './surfaces/api/pdf/routes.ts';
import type { Services } from './services.ts';
import { pushRoutes } from './surfaces/api/push/routes.ts';
import { templateRoutes } from './surfaces/api/templates/routes.ts';
import { webhookRoutes } from './surfaces/api/webhooks/routes.ts';
import { usageRoutes } from './surfaces/api/usage/routes.ts';

/** Browsers may call the API from any origin, because it uses keys and no cookies (contract 1.1). */
const preflight = cors({
  origin: '*',
  allowMethods: ['GET', 'HEAD', 'POST', 'PUT', 'DELETE'],
  allowHeaders: [
    'Accept',
    'Authorization',
    'Content-Type',
    'Idempotency-Key',
    'If-Match',
    'If-None-Match',
    'If-Range',
    'MCP-Protocol-Version',
    'Mcp-Method',
    'Mcp-Name',
    'Prefer',
    'Range',
    'traceparent',
    'tracestate',
    'X-API-Key',
  ],
  maxAge: 86_400,
});

const EXPOSED_HEADERS = Object.keys(RESPONSE_HEADERS).join(',');

/** Sets the headers after the answer is made. Hono's `cors` sets them before, and Hono then copies every answer. */
const anyOrigin = createMiddleware<AppEnv>(async (c, next) => {
  if (c.req.method === 'OPTIONS') return preflight(c, next);
  await next();
  c.res.headers.set('Access-Control-Allow-Origin', '*');
  c.res.headers.set('Access-Control-Expose-Headers', EXPOSED_HEADERS);
});

/** @param build builds the services of a request; tests pass their own */
export function createApp(build?: (env: Env) => Services): OpenAPIHono<AppEnv> {
  const app = new OpenAPIHono<AppEnv>();
  app.onError(handleError);
  app.notFound((c) => renderError(new ApiError('NOT_FOUND'), c));

  app.use(observeRequest, openServices(build), decodeBody, countRequest, refuseOtherMethods(app));
  app.use('/v1/*', anyOrigin);
  app.use('/files/*', anyOrigin);
  app.use('/mcp', anyOrigin);

  app.get('/healthz', notCounted, (c) => c.json({ status: 'ok' }));
  app.get('/readyz', notCounted, answerReadiness);
  app.get('/favicon.ico', notCounted, servePage);
  app.get('/llms.txt', notCounted, serveLlmsTxt);
  app.get('/docs', notCounted, servePage);
  app.get('/docs/:page{[\\w-]+\\.md}', notCounted, serveMarkdown);
  app.get('/docs/*', notCounted, servePage);
  app.get('/', notCounted, (c) => c.redirect('/dashboard/'));
  app.get('/dashboard', notCounted, (c) => c.redirect('/dashboard/'));
  app.get('/dashboard/*', notCounted, serveDashboard);
  app.route('/v1/pdf', pdfRoutes);
  app.route('/v1/pdf', assembleRoutes);
  app.route('/v1/files', fileRoutes);
  app.route('/v1/jobs', jobRoutes);
  app.route('/v1/batches', batchRoutes);
  app.route('/v1/templates', templateRoutes);
  app.route('/v1/assets', assetRoutes);
  app.route('/v1/partials', partialRoutes);
  app.route('/v1/push', pushRoutes);
  app.route('/v1/usage', usageRoutes);
  app.route('/v1/metrics', metricsRoutes);
  app.route('/v1/audit', auditRoutes);
  app.route('/v1/webhooks', webhookRoutes);
  app.route('/files', downloadRoutes);
  app.route('/mcp', mcpRoutes);
  app.route('/operator', operatorRoutes);
  describeApi(app);
  return app;
}
