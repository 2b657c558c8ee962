import { z } from 'zod';
import { PERMISSIONS } from '../../schema/permissions.ts';
import { type PlanId, PLANS } from '../../schema/plans.ts';
import type { WebhookEventType } from '../../schema/webhooks.ts';
import { Operator } from '../../scripts/installation/operator.ts';
import { ConsoleClient, type Credentials } from '../../test/browser/support/console-client.ts';
import { Random } from '../../test/support/random.ts';
import type { Kind, Step } from './plan.ts';

/** The present address of the service: a service that starts again has another port. */
export interface Endpoint {
  readonly url: string;
  readonly operatorToken: string;
}

export interface Workspace {
  readonly id: string;
  readonly name: string;
  readonly key: string;
  readonly environment: 'live' | 'test';
  readonly templateId: string;
  readonly webhookId: string;
  readonly plan: PlanId;
  /** The time that the plan lets a print take. */
  readonly timeoutMs: number;
}

interface Profile {
  readonly name: string;
  readonly plan: PlanId;
  readonly environment: 'live' | 'test';
  /** Part of the requests that any workspace may send. */
  readonly share: number;
}

/** Different plans: some have room, and some reach their rate and their credits. */
const PROFILES: readonly Profile[] = [
  { name: 'large', plan: 'scale', environment: 'live', share: 4 },
  { name: 'medium', plan: 'growth', environment: 'live', share: 3 },
  { name: 'small', plan: 'starter', environment: 'live', share: 2 },
  { name: 'free', plan: 'free', environment: 'live', share: 1 },
  { name: 'trial', plan: 'growth', environment: 'test', share: 1 },
];

/** Only small plans make jobs and batches, because those are printed to their end after the load. */
const LATER: ReadonlySet<Kind> = new Set<Kind>(['job', 'batch']);
const ABLE_LATER: ReadonlySet<string> = new Set(['medium', 'small']);

const EVENTS = [
  'job.succeeded',
  'job.failed',
  'batch.completed',
  'file.deleted',
] as const satisfies WebhookEventType[];

const OWNER: Credentials = { name: 'Owner', email: 'owner@load.example', password: 'a long password 1234' };

const created = z.object({ data: z.object({ id: z.string() }) });

export interface Population {
  readonly workspaces: readonly Workspace[];
  readonly owner: ConsoleClient;
}

export async function createPopulation(service: Endpoint, receiverUrl: string): Promise<Population> {
  const owner = await ConsoleClient.setUp(service.url, OWNER);
  const workspaces: Workspace[] = [];
  for (const profile of PROFILES) {
    const workspace = await createWorkspace(service, profile, receiverUrl);
    workspaces.push(workspace);
    // A member reads what the dashboard shows of the workspace.
    await owner.accept(await owner.invite(workspace.id, 'member', 'operator'));
  }
  return { workspaces, owner };
}

const TEMPLATE =
  '<h1>Invoice {{number}}</h1><table>{{#each rows}}<tr><td>{{name}}</td><td>{{currency price "EUR"}}</td></tr>{{/each}}</table>';

async function createWorkspace(
  service: Endpoint,
  { name, plan, environment }: Profile,
  receiverUrl: string,
): Promise<Workspace> {
  const operator = new Operator(service.url, service.operatorToken);
  const { id } = await operator.createWorkspace({ name, plan });
  const { key } = await operator.createKey({ workspaceId: id, name, environment, permissions: PERMISSIONS });
  const template = await operator.putTemplate({ workspaceId: id, name: 'invoice', content: TEMPLATE });
  const answer = await fetch(`${service.url}/v1/webhooks`, {
    method: 'POST',
    headers: { 'X-API-Key': key, 'Content-Type': 'application/json' },
    body: JSON.stringify({ url: `${receiverUrl}/${name}`, events: EVENTS }),
  });
  const webhook = created.parse(await answer.json());
  return {
    id,
    name,
    key,
    environment,
    templateId: template.id,
    webhookId: webhook.data.id,
    plan,
    timeoutMs: PLANS[plan].timeoutMs,
  };
}

const BY_SHARE = PROFILES.flatMap(({ name, share }) => Array.from({ length: share }, () => name));

/** Who sends a step. */
export function senderOf({ workspaces }: Population, { kind, workspace }: Step): Workspace {
  const names = LATER.has(kind) ? BY_SHARE.filter((name) => ABLE_LATER.has(name)) : BY_SHARE;
  const name = names[Math.floor(workspace * names.length)];
  const sender = workspaces.find((known) => known.name === name);
  if (sender === undefined) throw new Error(`There is no workspace with the name ${name}.`);
  return sender;
}

/** The choices of a step that has more than one. */
export const choicesOf = ({ choice }: Step): Random => Random.seeded(Math.floor(choice * 0xffffffff));
