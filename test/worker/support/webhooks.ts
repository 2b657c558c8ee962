import { env, runDurableObjectAlarm } from 'cloudflare:test';
import { vi } from 'vitest';
import type { CreatedWebhookBody, DeliveryBody, WebhookBody } from '../../../schema/api/webhooks.ts';
import { PERMISSIONS } from '../../../schema/permissions.ts';
import { NOON } from './ledger.ts';
import { type Answer, ask, newKey, newWorkspace } from './service.ts';

export interface Sent {
  readonly url: string;
  readonly id: string;
  readonly timestamp: number;
  readonly headers: Record<string, string>;
  readonly body: string;
}

type Respond = (request: Sent) => Response | Promise<Response>;

/** Receives what the service sends to the outside, by host. */
export class Receivers {
  readonly sent: Sent[] = [];
  readonly #hosts = new Map<string, Respond>();

  constructor() {
    vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
      const request = new Request(input, init);
      const headers = Object.fromEntries(request.headers);
      const sent: Sent = {
        url: request.url,
        id: headers['webhook-id'] ?? '',
        timestamp: Number(headers['webhook-timestamp']),
        headers,
        body: await request.text(),
      };
      this.sent.push(sent);
      return (this.#hosts.get(new URL(request.url).host) ?? accept)(sent);
    });
  }

  on(host: string, respond: Respond): void {
    this.#hosts.set(host, respond);
  }

  /** The request with this number, from 0. */
  request(index: number): Sent {
    const sent = this.sent[index];
    if (sent === undefined) throw new Error(`There are only ${this.sent.length} requests.`);
    return sent;
  }

  at(host: string): Sent[] {
    return this.sent.filter(({ url }) => new URL(url).host === host);
  }
}

const accept = () => new Response(null, { status: 204 });

/** A workspace with a key for webhooks, at noon of a day in the future. The test restores the clock and `fetch`. */
export class WebhookTenant {
  readonly workspaceId: string;
  readonly key: string;

  private constructor(workspaceId: string, key: string) {
    this.workspaceId = workspaceId;
    this.key = key;
  }

  static async create(): Promise<WebhookTenant> {
    vi.useFakeTimers({ toFake: ['Date'], now: NOON });
    const workspaceId = await newWorkspace();
    const { value } = await newKey(workspaceId, { permissions: PERMISSIONS });
    return new WebhookTenant(workspaceId, value);
  }

  call(method: string, path = '', body?: unknown): Promise<Answer> {
    return ask(this.key, method, `/v1/webhooks${path}`, body);
  }

  /** Throws the service's answer if it refuses. */
  async add(host = 'shop.dev', events = ['file.deleted', 'credits.low']): Promise<CreatedWebhookBody> {
    const created = await this.call('POST', '', { url: `https://${host}/events`, events });
    return expectData(created) as CreatedWebhookBody;
  }

  async read(id: string): Promise<WebhookBody> {
    return expectData(await this.call('GET', `/${id}`)) as WebhookBody;
  }

  async deliveries(id: string, query = ''): Promise<DeliveryBody[]> {
    return expectData(await this.call('GET', `/${id}/deliveries${query}`)) as DeliveryBody[];
  }
}

function expectData({ status, body }: Answer): unknown {
  if (status >= 300) throw new Error(JSON.stringify(body));
  return body.data;
}

/** Gives an event to the desk of a webhook, as the ledger does. Returns the id of the event. */
export async function giveEvent(workspaceId: string, webhookId: string, id: string): Promise<string> {
  const body = JSON.stringify({ type: 'file.deleted', timestamp: new Date().toISOString(), data: {} });
  const webhook = { workspaceId, id: webhookId };
  await env.WEBHOOK_DESK.getByName(webhookId).accept(webhook, [
    { id, type: 'file.deleted', body, trace: null },
  ]);
  return id;
}

/** Runs the alarm of a webhook's desk, as the platform does when it is due. */
export const ringDesk = (webhookId: string): Promise<boolean> =>
  runDurableObjectAlarm(env.WEBHOOK_DESK.getByName(webhookId));
