import { z } from 'zod';
import { ledgerPageBody } from '../../schema/api/ledger-copy.ts';

/** `body` is the answer of the service, unchanged. */
export class OperatorRefusal extends Error {
  override readonly name = 'OperatorRefusal';
  readonly status: number;
  readonly body: unknown;

  constructor(status: number, body: unknown) {
    super(`The service refused the request with ${status}: ${JSON.stringify(body)}`);
    this.status = status;
    this.body = body;
  }
}

const withId = z.looseObject({ id: z.string() });
const keyWithValue = z.looseObject({ id: z.string(), key: z.string() });
/** The answer also has the whole HTML, which is too long for a terminal. */
const savedTemplate = z.object({ id: z.string(), name: z.string(), version: z.int() });
const usage = z.looseObject({
  id: z.string(),
  quotaUsed: z.number(),
  quotaLimit: z.number(),
  credits: z.number(),
});
const targetList = z.looseObject({ targets: z.array(withId) });
const operatorList = z.looseObject({ operators: z.array(withId) });
const auditTrail = z.looseObject({ entries: z.array(z.looseObject({ action: z.string() })) });
const reencryption = z.looseObject({ reencrypted: z.number(), unreadable: z.array(z.string()) });

/** A client of `/operator`: contract 11. Each call throws {@link OperatorRefusal} on a refusal. */
export class Operator {
  readonly #url: string;
  readonly #token: string;

  constructor(url: string, token: string) {
    this.#url = url;
    this.#token = token;
  }

  createWorkspace(workspace: { name: string; plan?: string | undefined }) {
    return this.#call(withId, 'POST', 'workspaces', workspace);
  }

  setWorkspace(
    id: string,
    changes: { plan?: string | undefined; quotaUsed?: number | undefined; credits?: number | undefined },
  ) {
    return this.#call(usage, 'PATCH', `workspaces/${encodeURIComponent(id)}`, changes);
  }

  deleteWorkspace(id: string) {
    return this.#call(withId, 'DELETE', `workspaces/${encodeURIComponent(id)}`);
  }

  /** @param cursor null for the first page */
  readLedger(id: string, cursor: string | null) {
    const query = cursor === null ? '' : `?${new URLSearchParams({ cursor })}`;
    return this.#call(ledgerPageBody, 'GET', `workspaces/${encodeURIComponent(id)}/ledger${query}`);
  }

  audit(id: string) {
    return this.#call(auditTrail, 'GET', `workspaces/${encodeURIComponent(id)}/audit`);
  }

  /** Only this answer contains the key's value. */
  createKey(key: {
    workspaceId: string;
    name: string;
    environment: string;
    permissions: readonly string[];
    expiresAt?: string | undefined;
  }) {
    return this.#call(keyWithValue, 'POST', 'keys', key);
  }

  revokeKey(id: string) {
    return this.#call(withId, 'POST', `keys/${encodeURIComponent(id)}/revoke`);
  }

  /** A template with the same name is replaced and keeps its id. */
  putTemplate(template: {
    workspaceId: string;
    name: string;
    content: string;
    settings?: unknown;
    note?: string | undefined;
  }) {
    return this.#call(savedTemplate, 'PUT', 'templates', template);
  }

  addTarget(target: Readonly<Record<string, string>>) {
    return this.#call(withId, 'POST', 'targets', target);
  }

  listTargets(workspaceId: string) {
    const query = new URLSearchParams({ workspaceId });
    return this.#call(targetList, 'GET', `targets?${query}`);
  }

  /** The provider of the first target is the `storageProvider` of answers: contract 8.1. */
  orderTargets(order: { workspaceId: string; ids: readonly string[] }) {
    return this.#call(targetList, 'PUT', 'targets/order', order);
  }

  removeTarget(id: string) {
    return this.#call(withId, 'DELETE', `targets/${encodeURIComponent(id)}`);
  }

  reencryptTargets() {
    return this.#call(reencryption, 'POST', 'targets/reencrypt');
  }

  /** The person has an account already. */
  addOperator(email: string) {
    return this.#call(withId, 'POST', 'operators', { email });
  }

  listOperators() {
    return this.#call(operatorList, 'GET', 'operators');
  }

  removeOperator(id: string) {
    return this.#call(withId, 'DELETE', `operators/${encodeURIComponent(id)}`);
  }

  /** A link with which the person sets a new password. */
  createRecovery(email: string) {
    return this.#call(withId, 'POST', 'recoveries', { email });
  }

  operatorAudit() {
    return this.#call(auditTrail, 'GET', 'operators/audit');
  }

  async #call<T>(answerSchema: z.ZodType<T>, method: string, path: string, body?: unknown): Promise<T> {
    const response = await fetch(`${this.#url}/operator/${path}`, {
      method,
      headers: { Authorization: `Bearer ${this.#token}`, 'Content-Type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const answer: unknown = await response.json();
    if (!response.ok) throw new OperatorRefusal(response.status, answer);
    return answerSchema.parse(answer);
  }
}
