import { z } from 'zod';
import { createdKeyAnswer, type CreatedKey } from '../../../schema/console/keys.ts';
import { createdInvitationAnswer } from '../../../schema/console/people.ts';
import type { Role } from '../../../schema/console/roles.ts';
import { sessionAnswer, type Session } from '../../../schema/console/session.ts';
import type { PlanId } from '../../../schema/plans.ts';
import { freshAddress } from '../../support/client-address.ts';

export interface Credentials {
  readonly name: string;
  readonly email: string;
  readonly password: string;
}

export interface ConsoleAnswer {
  readonly status: number;
  readonly body: unknown;
}

const CHROME =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36';

const errorAnswer = z.object({ error: z.object({ code: z.string() }) });
/** A response with the id of what was created. */
export const createdAnswer = z.object({ data: z.object({ id: z.string() }) });

/** Calls the routes of the dashboard as a person, without a browser. */
export class ConsoleClient {
  readonly url: string;
  readonly #address = freshAddress();
  #cookie = '';

  constructor(url: string) {
    this.url = url;
  }

  static async setUp(url: string, owner: Credentials): Promise<ConsoleClient> {
    const client = new ConsoleClient(url);
    await client.expect(sessionAnswer, 'POST', '/setup', { ...owner, workspaceName: 'First workspace' });
    return client;
  }

  static async signIn(url: string, { email, password }: Credentials): Promise<ConsoleClient> {
    const client = new ConsoleClient(url);
    await client.expect(sessionAnswer, 'POST', '/auth/sign-in/email', { email, password });
    return client;
  }

  /** Creates an account with an invitation link. */
  static async join(url: string, invitationUrl: string, newcomer: Credentials): Promise<ConsoleClient> {
    const client = new ConsoleClient(url);
    await client.expect(sessionAnswer, 'POST', `${invitationPath(invitationUrl)}/accept`, newcomer);
    return client;
  }

  /** Joins the workspace of an invitation. */
  async accept(invitationUrl: string): Promise<void> {
    await this.expect(sessionAnswer, 'POST', `${invitationPath(invitationUrl)}/accept`);
  }

  /** The session cookie. */
  get cookie(): { readonly name: string; readonly value: string } {
    const [name = '', value = ''] = this.#cookie.split(/=(.*)/s);
    return { name, value };
  }

  async session(): Promise<Session> {
    return (await this.expect(sessionAnswer, 'GET', '/session')).data;
  }

  async createWorkspace(name: string, plan: PlanId): Promise<string> {
    return (await this.expect(createdAnswer, 'POST', '/operator/workspaces', { name, plan })).data.id;
  }

  /** Creates an invitation and returns its link. The operator can invite to any workspace. */
  async invite(workspaceId: string, role: Role, as: 'member' | 'operator' = 'member'): Promise<string> {
    const path = as === 'operator' ? '/operator/workspaces' : '/workspaces';
    const answer = await this.expect(createdInvitationAnswer, 'POST', `${path}/${workspaceId}/invitations`, {
      role,
    });
    return answer.data.url;
  }

  async createKey(workspaceId: string, key: Record<string, unknown>): Promise<CreatedKey> {
    return (await this.expect(createdKeyAnswer, 'POST', `/workspaces/${workspaceId}/keys`, key)).data;
  }

  /** The error code of the response, or null if the request succeeds. */
  async refusal(method: string, path: string, body?: unknown): Promise<string | null> {
    const answer = await this.send(method, path, body);
    return answer.status < 400 ? null : errorAnswer.parse(answer.body).error.code;
  }

  /** Sends a request that must succeed. */
  async expect<T>(answers: z.ZodType<T>, method: string, path: string, body?: unknown): Promise<T> {
    const answer = await this.send(method, path, body);
    if (answer.status >= 400) {
      throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
    }
    return answers.parse(answer.body);
  }

  async send(method: string, path: string, body?: unknown): Promise<ConsoleAnswer> {
    const response = await fetch(`${this.url}/console${path}`, {
      method,
      headers: {
        ...this.#address,
        'User-Agent': CHROME,
        Origin: this.url,
        ...(this.#cookie === '' ? {} : { Cookie: this.#cookie }),
        ...(method === 'GET' ? {} : { 'Content-Type': 'application/json' }),
      },
      ...(method === 'GET' ? {} : { body: JSON.stringify(body ?? {}) }),
    });
    const session = response.headers.getSetCookie().find((cookie) => cookie.includes('session_token='));
    if (session) this.#cookie = session.split(';')[0] ?? '';
    return { status: response.status, body: await response.json().catch(() => null) };
  }
}

/** `/invitations/abc` for `http://localhost:8787/dashboard/invitations/abc`. */
const invitationPath = (invitationUrl: string): string =>
  new URL(invitationUrl).pathname.replace(/^\/dashboard/, '');
