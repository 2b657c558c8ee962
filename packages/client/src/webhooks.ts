import type { components, paths } from './api.ts';
import type { CallOptions } from './call-options.ts';
import type { Http } from './http.ts';
import type { Page } from './page.ts';

type Schemas = components['schemas'];

export type Webhook = Schemas['Webhook'];
export type WebhookWithSecret = Schemas['WebhookWithSecret'];
export type WebhookDelivery = Schemas['WebhookDelivery'];
export type CreateWebhook = Schemas['CreateWebhook'];
export type UpdateWebhook = Schemas['UpdateWebhook'];
export type DeliveryQuery = NonNullable<
  paths['/v1/webhooks/{webhookId}/deliveries']['get']['parameters']['query']
>;

const withId = (webhookId: string, options: CallOptions) => ({ ...options, path: { webhookId } });

/** The webhooks of the workspace. `verifyWebhook` checks what they receive. */
export class Webhooks {
  readonly #http: Http;

  constructor(http: Http) {
    this.#http = http;
  }

  async list(options: CallOptions = {}): Promise<Webhook[]> {
    return (await this.#http.json('get', '/v1/webhooks', options)).data;
  }

  /** Creates a webhook. The answer has the secret for `verifyWebhook`, which is not shown again. */
  async create(body: CreateWebhook, options: CallOptions = {}): Promise<WebhookWithSecret> {
    return (await this.#http.json('post', '/v1/webhooks', { ...options, body })).data;
  }

  async get(webhookId: string, options: CallOptions = {}): Promise<Webhook> {
    return (await this.#http.json('get', '/v1/webhooks/{webhookId}', withId(webhookId, options))).data;
  }

  /** Fields that are left out stay the same. */
  async update(webhookId: string, body: UpdateWebhook, options: CallOptions = {}): Promise<Webhook> {
    const call = { ...withId(webhookId, options), body };
    return (await this.#http.json('put', '/v1/webhooks/{webhookId}', call)).data;
  }

  async delete(webhookId: string, options: CallOptions = {}): Promise<void> {
    await this.#http.json('delete', '/v1/webhooks/{webhookId}', withId(webhookId, options));
  }

  /** Replaces the secret. For 24 hours, the previous one is valid too. */
  async rotateSecret(webhookId: string, options: CallOptions = {}): Promise<WebhookWithSecret> {
    const path = '/v1/webhooks/{webhookId}/rotate-secret';
    return (await this.#http.json('post', path, withId(webhookId, options))).data;
  }

  /** Sends `webhook.test` to this webhook, at once. */
  async sendTest(webhookId: string, options: CallOptions = {}): Promise<WebhookDelivery> {
    return (await this.#http.json('post', '/v1/webhooks/{webhookId}/test', withId(webhookId, options))).data;
  }

  /** Returns one page of the deliveries with their attempts, newest first. */
  deliveries(
    webhookId: string,
    query: DeliveryQuery = {},
    options: CallOptions = {},
  ): Promise<Page<WebhookDelivery>> {
    const call = { ...withId(webhookId, options), query };
    return this.#http.json('get', '/v1/webhooks/{webhookId}/deliveries', call);
  }

  /** Sends an event again, at once. */
  async resend(webhookId: string, deliveryId: string, options: CallOptions = {}): Promise<WebhookDelivery> {
    const call = { ...options, path: { webhookId, deliveryId } };
    const path = '/v1/webhooks/{webhookId}/deliveries/{deliveryId}/resend';
    return (await this.#http.json('post', path, call)).data;
  }
}
