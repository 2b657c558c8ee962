import type { Hono } from 'hono';
import { methodNotAllowed } from 'hono/method-not-allowed';
import { ApiError } from '../../lib/api-error.ts';
import type { AppEnv } from './context.ts';
import { renderError } from './handle-error.ts';

export const refuseOtherMethods = (app: Hono<AppEnv>) =>
  methodNotAllowed<AppEnv>({
    app,
    onMethodNotAllowed(c, methods) {
      c.header('Allow', [...methods, 'OPTIONS'].sort().join(', '));
      return renderError(new ApiError('METHOD_NOT_ALLOWED', { values: { method: c.req.method } }), c);
    },
  });
