import { type Permission, PERMISSIONS } from '../../../schema/permissions.ts';
import type { Operator } from '../../../scripts/installation/operator.ts';
import { Browser, call, type Json, PASSWORD } from './call.ts';
import { MISSING, type Things } from './thing-kinds.ts';

/** Three pages, which can be split. */
const DOCUMENT = (name: string) =>
  `<h1>Invoice {{number}}</h1><p>${name}</p>${'<p style="break-before: page">More</p>'.repeat(2)}`;

interface Made {
  readonly things: Things;
  readonly key: string;
  readonly browser: Browser;
}

/** Makes workspaces with one thing of each kind, and people. */
export class Maker {
  readonly #url: string;
  readonly #operator: Operator;
  readonly #owner: Browser;

  constructor(url: string, operator: Operator, owner: Browser) {
    this.#url = url;
    this.#operator = operator;
    this.#owner = owner;
  }

  async workspace(name: string): Promise<Made> {
    const { id: ws } = await this.#operator.createWorkspace({ name, plan: 'scale-enterprise' });
    const { key } = await this.#key(ws, name);
    // The first key sends requests, so it must not be revoked.
    const { id: keyId } = await this.#key(ws, name);
    const person = await this.join(ws, 'owner', name);
    const api = (method: string, path: string, body?: object, prefer?: string) =>
      call(this.#url, method, path, {
        body,
        headers: { 'X-API-Key': key, ...(prefer === undefined ? {} : { Prefer: prefer }) },
      });
    const template = (await api('POST', '/v1/templates', { name, content: DOCUMENT(name), publish: true }))
      .id;
    const printed = await api('POST', '/v1/pdf/generate', { htmlContent: DOCUMENT(name), filename: name });
    const job = await api(
      'POST',
      '/v1/pdf/generate',
      { templateId: template, filename: name },
      'respond-async',
    );
    const batch = await api('POST', '/v1/batches', {
      templateId: template,
      rows: [{ externalId: name, templateData: { number: name } }],
    });
    const hook = { url: `https://${name}.platen-tests.net/`, events: ['file.deleted'] };
    const webhook = String((await api('POST', '/v1/webhooks', hook)).id);
    await api('POST', `/v1/webhooks/${webhook}/test`);
    const deliveries = await api('GET', `/v1/webhooks/${webhook}/deliveries`);
    const invited = await this.#invite(ws, 'member', person.browser);
    const things = {
      ...MISSING,
      ws,
      key: keyId,
      template: String(template),
      file: String(printed.fileId),
      fileAddress: addressOf(printed.url),
      signedAddress: addressOf(printed.signedUrl),
      job: String(job.jobId),
      batch: String(batch.batchId),
      webhook,
      delivery: String((deliveries as unknown as Json[])[0]?.id),
      person: person.id,
      invitation: String(invited.id),
      token: String(invited.url).split('/').at(-1) ?? '',
      page: 'w/templates',
    };
    return { things, key, browser: person.browser };
  }

  /** A new person in a workspace. */
  async join(ws: string, role: string, name: string): Promise<{ id: string; browser: Browser }> {
    const { url } = await this.#invite(ws, role, null);
    const browser = new Browser(this.#url);
    const email = `${name}@platen.test`;
    const token = String(url).split('/').at(-1);
    const session = await browser.post(`/console/invitations/${token}/accept`, {
      name,
      email,
      password: PASSWORD,
    });
    return { id: String((session.person as Json).id), browser };
  }

  async keys(
    ws: string,
  ): Promise<Record<'attackerTest' | 'attackerReading' | 'expired' | 'revoked', string>> {
    const test = await this.#key(ws, 'test', 'test');
    const reading = await this.#key(ws, 'reading', 'live', ['pdf.read', 'template.read']);
    const expired = await this.#key(ws, 'expired', 'live', PERMISSIONS, '2026-01-01T00:00:00Z');
    const revoked = await this.#key(ws, 'revoked');
    await this.#operator.revokeKey(revoked.id);
    return {
      attackerTest: test.key,
      attackerReading: reading.key,
      expired: expired.key,
      revoked: revoked.key,
    };
  }

  #key(
    workspaceId: string,
    name: string,
    environment = 'live',
    permissions: readonly Permission[] = PERMISSIONS,
    expiresAt?: string,
  ) {
    return this.#operator.createKey({ workspaceId, name, environment, permissions, expiresAt });
  }

  /** By the operator, or by a person of the workspace. */
  #invite(ws: string, role: string, person: Browser | null): Promise<Json> {
    return person === null
      ? this.#owner.post(`/console/operator/workspaces/${ws}/invitations`, { role })
      : person.post(`/console/workspaces/${ws}/invitations`, { role });
  }
}

/** Returns the rest of an address after `/files/`. */
const addressOf = (url: unknown): string => {
  const { pathname, search } = new URL(String(url));
  return `${pathname}${search}`.replace('/files/', '');
};
