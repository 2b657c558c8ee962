import { OpenAPIHono } from '@hono/zod-openapi';
import { ApiError } from '../../lib/api-error.ts';
import type { Env } from '../../env.ts';
import type { AppEnv } from '../http/context.ts';
import { decodeBody } from '../http/decode-body.ts';
import { handleError } from '../http/handle-error.ts';
import { observeRequest, openServices } from '../http/observe-request.ts';
import { refuseOtherMethods } from '../http/refuse-method.ts';
import type { Services } from '../../services.ts';
import { auditRoutes } from './audit/routes.ts';
import { batchRoutes } from './batches/routes.ts';
import { assembleRoutes } from './files/assemble-routes.ts';
import { fileRoutes } from './files/routes.ts';
import { refuseOtherOrigins } from './http/refuse-other-origins.ts';
import { identityRoutes } from './identity/routes.ts';
import { guestRoutes, invitationRoutes } from './invitations/routes.ts';
import { jobRoutes } from './jobs/routes.ts';
import { operatorRoutes } from './operator/routes.ts';
import { passkeyRoutes } from './passkeys/routes.ts';
import { previewRoutes } from './preview/routes.ts';
import { assetRoutes, partialRoutes } from './components/routes.ts';
import { keyRoutes } from './keys/routes.ts';
import { peopleRoutes } from './people/routes.ts';
import { recoveryRoutes } from './recovery/routes.ts';
import { sessionRoutes } from './sessions/routes.ts';
import { testPrintRoutes } from './test-prints/routes.ts';
import { requestRoutes } from './requests/routes.ts';
import { setupRoutes } from './setup/routes.ts';
import { targetRoutes } from './targets/routes.ts';
import { templateRoutes } from './templates/routes.ts';
import { usageRoutes } from './usage/routes.ts';
import { webhookRoutes } from './webhooks/routes.ts';
import { workspaceRoutes } from './workspaces/routes.ts';

/** @param build builds the services of a request; tests pass their own */
export function createConsole(build?: (env: Env) => Services): OpenAPIHono<AppEnv> {
  const app = new OpenAPIHono<AppEnv>();
  app.onError(handleError);
  app.notFound((c) => handleError(new ApiError('NOT_FOUND'), c));

  app.use(observeRequest, openServices(build), decodeBody, refuseOtherOrigins, refuseOtherMethods(app));

  app.route('/console', consoleRoutes());
  return app;
}

function consoleRoutes(): OpenAPIHono<AppEnv> {
  const routes = new OpenAPIHono<AppEnv>();
  routes.route('/', setupRoutes);
  routes.route('/auth', identityRoutes);
  routes.route('/auth', sessionRoutes);
  routes.route('/auth/passkey', passkeyRoutes);
  routes.route('/invitations', guestRoutes);
  routes.route('/recovery', recoveryRoutes);
  routes.route('/operator', operatorRoutes);
  routes.route('/workspaces/:ws', workspaceRoutes);
  routes.route('/workspaces/:ws/people', peopleRoutes);
  routes.route('/workspaces/:ws/invitations', invitationRoutes);
  routes.route('/workspaces/:ws/keys', keyRoutes);
  routes.route('/workspaces/:ws/templates', templateRoutes);
  routes.route('/workspaces/:ws/templates', testPrintRoutes);
  routes.route('/workspaces/:ws/assets', assetRoutes);
  routes.route('/workspaces/:ws/partials', partialRoutes);
  routes.route('/workspaces/:ws/preview', previewRoutes);
  routes.route('/workspaces/:ws/files', fileRoutes);
  routes.route('/workspaces/:ws/files', assembleRoutes);
  routes.route('/workspaces/:ws/jobs', jobRoutes);
  routes.route('/workspaces/:ws/batches', batchRoutes);
  routes.route('/workspaces/:ws/targets', targetRoutes);
  routes.route('/workspaces/:ws/webhooks', webhookRoutes);
  routes.route('/workspaces/:ws/usage', usageRoutes);
  routes.route('/workspaces/:ws/requests', requestRoutes);
  routes.route('/workspaces/:ws/audit', auditRoutes);
  return routes;
}
