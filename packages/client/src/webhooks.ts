import type { Client } from 'openapi-fetch';
import type { components, paths } from './api.ts';
import { unwrap } from './unwrap.ts';

type Schemas = components['schemas'];

export type Webhook = Schemas['Webhook'];
export type WebhookWithSecret = Schemas['WebhookWithSecret'];
export type WebhookDelivery = Schemas['WebhookDelivery'];
export type CreateWebhook = Schemas['CreateWebhook'];
export type UpdateWebhook = Schemas['UpdateWebhook'];
export type DeliveryQuery = NonNullable<
  paths['/v1/webhooks/{webhookId}/deliveries']['get']['parameters']['query']
>;

const withId = (webhookId: string) => ({ params: { path: { webhookId } } });

/** The webhooks of the workspace. `verifyWebhook` checks what they receive. */
export class Webhooks {
  readonly #http: Client<paths>;

  constructor(http: Client<paths>) {
    this.#http = http;
  }

  async list(): Promise<Webhook[]> {
    return unwrap(await this.#http.GET('/v1/webhooks')).data;
  }

  /** The answer has the secret for `verifyWebhook`. It is not shown again. */
  async create(body: CreateWebhook): Promise<WebhookWithSecret> {
    return unwrap(await this.#http.POST('/v1/webhooks', { body })).data;
  }

  async get(webhookId: string): Promise<Webhook> {
    return unwrap(await this.#http.GET('/v1/webhooks/{webhookId}', withId(webhookId))).data;
  }

  /** Fields that are left out stay the same. */
  async update(webhookId: string, body: UpdateWebhook): Promise<Webhook> {
    return unwrap(await this.#http.PUT('/v1/webhooks/{webhookId}', { ...withId(webhookId), body })).data;
  }

  async delete(webhookId: string): Promise<void> {
    unwrap(await this.#http.DELETE('/v1/webhooks/{webhookId}', withId(webhookId)));
  }

  /** Replaces the secret. For 24 hours, the previous one is valid too. */
  async rotateSecret(webhookId: string): Promise<WebhookWithSecret> {
    const path = '/v1/webhooks/{webhookId}/rotate-secret';
    return unwrap(await this.#http.POST(path, withId(webhookId))).data;
  }

  /** Sends `webhook.test` to this webhook, at once. */
  async sendTest(webhookId: string): Promise<WebhookDelivery> {
    const path = '/v1/webhooks/{webhookId}/test';
    return unwrap(await this.#http.POST(path, withId(webhookId))).data;
  }

  /** One page of the deliveries with their attempts, newest first. */
  async deliveries(
    webhookId: string,
    query: DeliveryQuery = {},
  ): Promise<{ deliveries: WebhookDelivery[]; nextCursor: string | null }> {
    const params = { path: { webhookId }, query };
    const { data, nextCursor } = unwrap(
      await this.#http.GET('/v1/webhooks/{webhookId}/deliveries', { params }),
    );
    return { deliveries: data, nextCursor };
  }

  /** Sends an event again, at once. */
  async resend(webhookId: string, deliveryId: string): Promise<WebhookDelivery> {
    const params = { path: { webhookId, deliveryId } };
    const path = '/v1/webhooks/{webhookId}/deliveries/{deliveryId}/resend';
    return unwrap(await this.#http.POST(path, { params })).data;
  }
}
