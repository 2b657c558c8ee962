import { createExecutionContext, env, waitOnExecutionContext } from 'cloudflare:test';
import { expect } from 'vitest';
import type { Role } from '../../../schema/console/roles.ts';
import type { Session } from '../../../schema/console/session.ts';
import { createConsole } from '../../../worker/surfaces/console/app.ts';
import type { Env } from '../../../worker/env.ts';
import { withCheapPasswords } from '../../support/cheap-passwords.ts';

const consoleApp = createConsole(withCheapPasswords);

export const ORIGIN = 'https://platen.test';

export const PASSWORD = 'correct horse battery';

/** An answer of the dashboard's routes: `data` on success, otherwise the error's `code`. */
export interface ConsoleAnswer {
  readonly status: number;
  readonly code: string | null;
  // Untyped: a test's expectations define the shape.
  readonly data: Record<string, unknown>;
  readonly body: Record<string, unknown>;
  readonly headers: Headers;
}

interface ConsoleBody extends Record<string, unknown> {
  readonly data?: Record<string, unknown>;
  readonly error?: { readonly code: string };
}

let visitors = 0;

/** A browser: keeps cookies, sends its origin, and has its own client address. */
export class Visitor {
  readonly #cookies = new Map<string, string>();
  readonly address: string;
  readonly #bindings: Env;
  readonly #app: typeof consoleApp;

  /** @param app the dashboard's routes, for tests with their own services */
  constructor(bindings: Env = env, app = consoleApp) {
    visitors += 1;
    this.address = `10.0.${Math.floor(visitors / 250)}.${visitors % 250}`;
    this.#bindings = bindings;
    this.#app = app;
  }

  get(path: string): Promise<ConsoleAnswer> {
    return this.send('GET', path);
  }

  post(path: string, body?: unknown): Promise<ConsoleAnswer> {
    return this.send('POST', path, body);
  }

  async send(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<ConsoleAnswer> {
    const response = await this.fetch(path, {
      method,
      headers: {
        Origin: ORIGIN,
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const answered = await response.json<ConsoleBody>();
    return {
      status: response.status,
      code: answered.error?.code ?? null,
      data: answered.data ?? {},
      body: answered,
      headers: response.headers,
    };
  }

  /** Sends a request with the cookies and the client address. */
  async fetch(path: string, init: RequestInit = {}): Promise<Response> {
    const headers = new Headers(init.headers);
    headers.set('CF-Connecting-IP', this.address);
    if (this.#cookies.size > 0) headers.set('Cookie', [...this.#cookies.values()].join('; '));
    const ctx = createExecutionContext();
    const request = new Request(`${ORIGIN}/console${path}`, { ...init, headers });
    const response = await this.#app.fetch(request, this.#bindings, ctx);
    await waitOnExecutionContext(ctx);
    for (const cookie of response.headers.getSetCookie()) this.#keep(cookie);
    return response;
  }

  /** Reads the session, which the page loads first. */
  async session(): Promise<Session> {
    return (await this.get('/session')).data as unknown as Session;
  }

  signIn(email: string, password = PASSWORD): Promise<ConsoleAnswer> {
    return this.post('/auth/sign-in/email', { email, password });
  }

  /** A second browser with a copy of the cookies. */
  copy(app = this.#app, bindings = this.#bindings): Visitor {
    const copy = new Visitor(bindings, app);
    for (const [name, pair] of this.#cookies) copy.#cookies.set(name, pair);
    return copy;
  }

  #keep(cookie: string): void {
    const [pair = ''] = cookie.split(';');
    const name = pair.slice(0, pair.indexOf('='));
    if (/;\s*Max-Age=0\b/i.test(cookie)) this.#cookies.delete(name);
    else this.#cookies.set(name, pair);
  }
}

/** A signed-in member of a workspace. */
export interface Insider {
  readonly visitor: Visitor;
  readonly personId: string;
  readonly email: string;
  readonly workspaceId: string;
}

let people = 0;

export const newEmail = (): string => {
  people += 1;
  return `person-${people}@example.com`;
};

/** Creates the owner of the instance and of its first workspace, on the plan with the lowest limits. Possible once per test file. */
export async function setUpOwner(bindings: Env = env): Promise<Insider> {
  const visitor = new Visitor(bindings);
  const email = newEmail();
  const { status, data } = await visitor.post('/setup', {
    name: 'Olga Owner',
    email,
    password: PASSWORD,
    workspaceName: 'First',
  });
  expect(status).toBe(201);
  await bindings.DB.prepare("UPDATE workspaces SET plan = 'free' WHERE name = 'First'").run();
  return insider(visitor, email, data as unknown as Session, 'First');
}

/** Invites a new person into the insider's workspace and accepts the invitation. */
export async function invited(by: Insider, role: Role, name = `The ${role}`): Promise<Insider> {
  return accepted(await linkOf(by, role), name);
}

/** Creates an invitation and returns its token. */
export async function linkOf(by: Insider, role: Role): Promise<string> {
  const { data } = await by.visitor.post(`/workspaces/${by.workspaceId}/invitations`, { role });
  return tokenIn(data);
}

export const tokenIn = (data: Record<string, unknown>): string => String(data.url).split('/').at(-1) ?? '';

/** Accepts an invitation as a new person. */
export async function accepted(token: string, name = 'Nora Newcomer'): Promise<Insider> {
  const visitor = new Visitor();
  const email = newEmail();
  const { data } = await visitor.post(`/invitations/${token}/accept`, { name, email, password: PASSWORD });
  return insider(visitor, email, data as unknown as Session);
}

/** Creates a workspace as the operator, with a new owner. */
export async function anotherWorkspace(operator: Insider, name = 'Another'): Promise<Insider> {
  const { data } = await operator.visitor.post('/operator/workspaces', { name });
  const path = `/operator/workspaces/${String(data.id)}/invitations`;
  return accepted(tokenIn((await operator.visitor.post(path, { role: 'owner' })).data));
}

function insider(visitor: Visitor, email: string, session: Session, workspace?: string): Insider {
  const { person, workspaces } = session;
  const found = workspaces.find(({ name }) => workspace === undefined || name === workspace);
  return { visitor, email, personId: person?.id ?? '', workspaceId: found?.id ?? '' };
}
