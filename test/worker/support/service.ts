import { applyD1Migrations, createExecutionContext, env, waitOnExecutionContext } from 'cloudflare:test';
import { createApp } from '../../../worker/app.ts';
import type { Env } from '../../../worker/env.ts';

const app = createApp();

/** The tables, as every migration leaves them. */
export const migrate = (): Promise<void> => applyD1Migrations(env.DB, env.TEST_MIGRATIONS);

/** One request to the whole Worker, with the test's bindings unless it brings its own. */
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

/** As the operator, with the token of the tests. */
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

/** The id of a new workspace. */
export async function newWorkspace(plan = 'starter'): Promise<string> {
  const { body } = await operate('POST', '/workspaces', { name: 'Acme', plan });
  return String(body.id);
}

/** A new key of the workspace: its id and its value. */
export async function newKey(workspaceId: string, more: object = {}): Promise<{ id: string; value: string }> {
  const request = { workspaceId, name: 'ci', environment: 'live', permissions: ['pdf.generate'], ...more };
  const { body } = await operate('POST', '/keys', request);
  return { id: String(body.id), value: String(body.key) };
}

/** The code of an error answer. */
export async function codeOf(response: Response): Promise<string> {
  const { error } = await response.json<{ error: { code: string } }>();
  return error.code;
}

/** A request with a key, and its answer. */
export async function ask(key: string, method: string, path: string, body?: unknown): Promise<Answer> {
  const headers = { 'X-API-Key': key };
  const response = await call(
    path,
    body === undefined ? { method, headers } : postJson(body, headers, method),
  );
  return { status: response.status, body: await response.json() };
}
