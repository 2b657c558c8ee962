import { Hono } from 'hono';
import { createMiddleware } from 'hono/factory';
import type { Env } from '../../env.ts';
import { ApiError } from '../../lib/api-error.ts';
import type { Services } from '../../services.ts';
import { FAMILIES } from '../../adapters/metrics/families.ts';
import { checkReadiness } from '../../verbs/readiness/check-readiness.ts';
import { readWorkspaceMetrics } from '../../verbs/usage/read-metrics.ts';
import { answerMetrics } from '../http/answer-metrics.ts';
import { type AppContext, type AppEnv, requireCtx } from '../http/context.ts';
import { decodeBody } from '../http/decode-body.ts';
import { handleError } from '../http/handle-error.ts';
import { notCounted } from '../http/not-counted.ts';
import { observeRequest, openServices } from '../http/observe-request.ts';
import { planConversion, planScreenshot } from './chromium.ts';
import { ENGINES, READERS } from './engines.ts';
import { presentKey, traced } from './enter.ts';
import { wordError } from './errors.ts';
import { forwardOffice } from './forward-office.ts';
import type { Gate } from './gate.ts';
import { answerForm, type FormRoute } from './work.ts';

/** The version of Gotenberg whose routes and fields this surface has. */
const GOTENBERG_VERSION = '8.36.0';

/** As Gotenberg writes it. */
const PLAIN_TEXT = 'text/plain; charset=UTF-8';

const SOURCES = ['html', 'url', 'markdown'] as const;

const ROUTES: Readonly<Record<string, FormRoute>> = {
  ...Object.fromEntries(
    SOURCES.flatMap((source) => [
      [`chromium/convert/${source}`, makes((given) => planConversion(given, source))],
      [`chromium/screenshot/${source}`, makes((given) => planScreenshot(given, source))],
    ]),
  ),
  ...Object.fromEntries(Object.entries(ENGINES).map(([path, plan]) => [`pdfengines/${path}`, makes(plan)])),
  ...Object.fromEntries(
    Object.entries(READERS).map(([path, read]) => [`pdfengines/${path}`, { kind: 'reads', read } as const]),
  ),
};

function makes(plan: Extract<FormRoute, { kind: 'makes' }>['plan']): FormRoute {
  return { kind: 'makes', plan };
}

/** These routes of Gotenberg 8 and 9 do not exist here, for these reasons. */
const MISSING: Readonly<Record<string, string>> = {
  'pdfengines/factur-x':
    'Platen makes electronic invoices from data: use options.eInvoice of POST /v1/pdf/generate.',
  'pdf/*': 'This is a route of Gotenberg 9. Platen has those of version 8: /forms/pdfengines.',
};

/** @param build builds the services of a request; tests pass their own */
export function createGotenberg(build: ((env: Env) => Services) | undefined, gate: Gate): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  app.onError(handleError);
  app.notFound((c) => handleError(new ApiError('NOT_FOUND'), c));
  app.use(observeRequest, openServices(build), traced, inWords, presentKey, decodeBody, gate.countRequest);
  app.get('/health', notCounted, (c) => answerHealth(c));
  app.get('/version', notCounted, (c) => c.body(GOTENBERG_VERSION, 200, { 'Content-Type': PLAIN_TEXT }));
  app.get('/prometheus/metrics', gate.authenticate('metrics.read'), gate.limitRate, async (c) =>
    answerMetrics(c, OF_WORKSPACE, await readWorkspaceMetrics(requireCtx(c))),
  );
  app.post('/forms/libreoffice/*', gate.authenticate('pdf.generate'), gate.limitRate, forwardOffice);
  for (const [path, route] of Object.entries(ROUTES)) {
    const limit = route.kind === 'makes' ? gate.limitRateEarly : gate.limitRate;
    app.post(`/forms/${path}`, gate.authenticate('pdf.generate'), limit, (c) => answerForm(c, gate, route));
  }
  for (const [path, message] of Object.entries(MISSING))
    app.post(`/forms/${path}`, (c) => handleError(new ApiError('NOT_FOUND', { message }), c));
  return app;
}

const OF_WORKSPACE = FAMILIES.filter((family) => family.of !== 'operator');

/** Turns the error of an answer into the words, the status and the plain text of Gotenberg. */
const inWords = createMiddleware<AppEnv>(async (c, next) => {
  await next();
  const error = c.get('error');
  if (error === undefined || c.res.status < 400) return;
  const { status, text } = wordError({ details: [], ...error }, c);
  const headers = new Headers(c.res.headers);
  headers.set('Content-Type', PLAIN_TEXT);
  headers.delete('Content-Length');
  if (status === 401) headers.set('WWW-Authenticate', 'Basic realm="Platen", charset="UTF-8"');
  // Hono adds the headers of the answer before to those of the new one.
  c.res = undefined;
  c.res = new Response(text, { status, headers });
});

/** What Gotenberg calls Chromium is all that a print needs. */
async function answerHealth(c: AppContext): Promise<Response> {
  const parts = await checkReadiness({ services: c.get('services') });
  const isUp = Object.values(parts).every(Boolean);
  const status = isUp ? 'up' : 'down';
  const timestamp = new Date().toISOString();
  return c.json({ status, details: { chromium: { status, timestamp } } }, isUp ? 200 : 503);
}
