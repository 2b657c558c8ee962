import type { Permission } from '../../../schema/permissions.ts';
import { PERMISSIONS } from '../../../schema/permissions.ts';
import { Operator } from '../../../scripts/operator.ts';
import type { Service } from '../../../scripts/service.ts';
import { Browser, call, type Json } from './call.ts';

/** Identifiers of one workspace and of what it has, and other values that fit in a path or a body. */
export type Things = Readonly<Record<ThingKind, string>>;

export const THING_KINDS = [
  'ws',
  'key',
  'template',
  'file',
  'fileAddress',
  'signedAddress',
  'job',
  'batch',
  'webhook',
  'delivery',
  'person',
  'invitation',
  'token',
  'target',
  'session',
  'passkey',
  'page',
] as const;

export type ThingKind = (typeof THING_KINDS)[number];

/** Whose things a request names. */
export type Owner = 'attacker' | 'victim' | 'scratch' | 'missing';

export interface World {
  readonly url: string;
  readonly things: Readonly<Record<Owner, Things>>;
  /** A workspace without anything, which operators change. */
  readonly changing: string;
  /** One that they may delete. */
  readonly doomed: string;
  /** Texts that no answer may contain. */
  readonly secrets: readonly string[];
  /** Texts that only the victim may read: names, addresses, content. */
  readonly canaries: readonly string[];
  readonly keys: Readonly<Record<KeyName, string>>;
  readonly cookies: Readonly<Record<PersonName, string>>;
  readonly operator: Operator;
  readonly operatorToken: string;
}

export type KeyName =
  | 'attacker'
  | 'attackerTest'
  | 'attackerReading'
  | 'scratch'
  | 'victim'
  | 'expired'
  | 'revoked';
export type PersonName = 'attacker' | 'attackerMember' | 'scratch' | 'leaving' | 'operator' | 'victim';

export const PASSWORD = 'correct horse battery';

/** In every name, address and text of the victim. */
export const CANARY = 'canary-of-the-victim';

const DOCUMENT = (name: string) => `<h1>Invoice {{number}}</h1><p>${name}</p>`;

/** Three workspaces with one thing of each kind, and people and keys for them. */
export async function createWorld(service: Service): Promise<World> {
  const operator = new Operator(service.url, service.operatorToken);
  const owner = new Browser(service.url);
  await owner.post('/console/setup', {
    name: 'Operator',
    email: 'operator@platen.test',
    password: PASSWORD,
    workspaceName: 'Home',
  });
  const makers = new Maker(service.url, operator, owner);
  const attacker = await makers.workspace('attacker');
  const victim = await makers.workspace(CANARY);
  const scratch = await makers.workspace('scratch');
  const member = await makers.join(attacker.things.ws, 'member', 'attacker-member');
  // A person whose sessions may end.
  const leaving = await makers.join(scratch.things.ws, 'member', 'leaving');
  const keys = await makers.keys(attacker.things.ws);
  return {
    url: service.url,
    operator,
    changing: (await operator.createWorkspace({ name: 'changing' })).id,
    doomed: (await operator.createWorkspace({ name: 'doomed' })).id,
    operatorToken: service.operatorToken,
    things: {
      attacker: attacker.things,
      victim: victim.things,
      scratch: scratch.things,
      missing: MISSING,
    },
    secrets: [service.operatorToken, victim.key, victim.browser.cookie.split('=').at(-1) ?? '', PASSWORD],
    canaries: [CANARY, ...THING_KINDS.map((kind) => victim.things[kind]).filter(isOwn)],
    keys: { ...keys, attacker: attacker.key, scratch: scratch.key, victim: victim.key },
    cookies: {
      attacker: attacker.browser.cookie,
      attackerMember: member.browser.cookie,
      scratch: scratch.browser.cookie,
      leaving: leaving.browser.cookie,
      operator: owner.cookie,
      victim: victim.browser.cookie,
    },
  };
}

const UNKNOWN = 'A1b2C3d4E5f6G7h8I9j0Kl';

const MISSING: Things = {
  ws: `ws_${UNKNOWN}`,
  key: `key_${UNKNOWN}`,
  template: `tpl_${UNKNOWN}`,
  file: `file_${UNKNOWN}`,
  fileAddress: `file_${UNKNOWN}/${UNKNOWN}.pdf`,
  signedAddress: `file_${UNKNOWN}.pdf?expires=1&signature=${UNKNOWN}`,
  job: `job_${UNKNOWN}`,
  batch: `batch_${UNKNOWN}`,
  webhook: `wh_${UNKNOWN}`,
  delivery: `evt_${UNKNOWN}`,
  person: `person_${UNKNOWN}`,
  invitation: `inv_${UNKNOWN}`,
  token: UNKNOWN,
  target: `tgt_${UNKNOWN}`,
  session: UNKNOWN,
  passkey: UNKNOWN,
  page: 'w/nothing',
};

const isOwn = (value: string): boolean => value.length > 20 && !value.includes(UNKNOWN);

interface Made {
  readonly things: Things;
  readonly key: string;
  readonly browser: Browser;
}

class Maker {
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
    const webhook = (
      await api('POST', '/v1/webhooks', {
        url: `https://${name}.platen-tests.net/`,
        events: ['file.deleted'],
      })
    ).id;
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
      webhook: String(webhook),
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

/** What follows `/files/`. */
const addressOf = (url: unknown): string => {
  const { pathname, search } = new URL(String(url));
  return `${pathname}${search}`.replace('/files/', '');
};
