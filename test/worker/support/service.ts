import { applyD1Migrations, createExecutionContext, env, waitOnExecutionContext } from 'cloudflare:test';
import { createApp } from '../../../worker/app.ts';
import type { Env } from '../../../worker/env.ts';

const app = createApp();

/** Applies all migrations. */
export const migrate = (): Promise<void> => applyD1Migrations(env.DB, env.TEST_MIGRATIONS);

/** Sends a request to the whole Worker. */
export async function call(path: string, init: RequestInit = {}, bindings: Env = env): Promise<Response> {
  const ctx = createExecutionContext();
  const response = await app.fetch(new Request(`https://platen.test${path}`, init), bindings, ctx);
  await waitOnExecutionContext(ctx);
  return response;
}

export const postJson = (
  body: unknown,
  headers: Record<string, string> = {},
  method = 'POST',
): RequestInit => ({
  method,
  headers: { 'Content-Type': 'application/json', ...headers },
  body: typeof body === 'string' ? body : JSON.stringify(body),
});

/** Sends a request as the operator. */
export async function operate(method: string, path: string, body?: unknown): Promise<Answer> {
  const headers = { Authorization: `Bearer ${env.OPERATOR_TOKEN}` };
  const init = body === undefined ? { method, headers } : postJson(body, headers, method);
  const response = await call(`/operator${path}`, init);
  return { status: response.status, body: await response.json() };
}

export interface Answer {
  readonly status: number;
  readonly body: Record<string, unknown>;
}

/** Creates a workspace and returns its id. */
export async function newWorkspace(plan = 'starter'): Promise<string> {
  const { body } = await operate('POST', '/workspaces', { name: 'Acme', plan });
  return String(body.id);
}

/** Creates a key and returns its id and its value. */
export async function newKey(workspaceId: string, more: object = {}): Promise<{ id: string; value: string }> {
  const request = { workspaceId, name: 'ci', environment: 'live', permissions: ['pdf.generate'], ...more };
  const { body } = await operate('POST', '/keys', request);
  return { id: String(body.id), value: String(body.key) };
}

export async function codeOf(response: Response): Promise<string> {
  const { error } = await response.json<{ error: { code: string } }>();
  return error.code;
}

/** Sends a request with a key. */
export async function ask(key: string, method: string, path: string, body?: unknown): Promise<Answer> {
  const headers = { 'X-API-Key': key };
  const response = await call(
    path,
    body === undefined ? { method, headers } : postJson(body, headers, method),
  );
  return { status: response.status, body: await response.json() };
}
