import type { AuditAction } from '../../../schema/api/audit.ts';
import type { AuditEntry } from '../../../schema/console/usage.ts';

type Told = Pick<AuditEntry, 'actor' | 'actorName' | 'action' | 'detail'>;

/** Who made the change. */
export function describeActor({ actor, actorName }: Told): string {
  if (actor === 'operator') return 'The operator';
  const isKey = actor.startsWith('key:');
  if (actorName === null) return isKey ? 'A key' : 'A former member';
  return isKey ? `The key “${actorName}”` : actorName;
}

/** What was done, as it goes on after the actor's name. */
export const describeAction = (entry: Told): string => ACTION_TEXT[entry.action](entry);

const ACTION_TEXT: Readonly<Record<AuditAction, (entry: Told) => string>> = {
  'workspace.created': (entry) => `created ${named('the workspace', entry)}`,
  'workspace.changed': (entry) => `changed ${named('the workspace', entry)}`,
  'workspace.deleted': () => 'deleted the workspace',
  'key.created': (entry) => `created ${named('the key', entry)}`,
  'key.revoked': (entry) => `revoked ${named('a key', entry)}`,
  'template.created': (entry) => `created ${named('the template', entry)}`,
  'template.changed': (entry) => `changed ${named('the template', entry)}`,
  'template.published': (entry) =>
    `published version ${entry.detail.version} of ${named('a template', entry)}`,
  'template.deleted': (entry) => `deleted ${named('the template', entry)}`,
  'target.created': (entry) => `added ${named('the storage', entry)}`,
  'target.ordered': () => 'put the storage in another order',
  'target.deleted': (entry) => `removed ${named('a storage', entry)}`,
  'person.joined': () => 'joined the workspace',
  'person.changed': (entry) => `changed the role of ${named('a person', entry)}`,
  'person.removed': (entry) => `removed ${named('a person', entry)} from the workspace`,
  'invitation.created': () => 'invited somebody',
  'invitation.revoked': () => 'took back an invitation',
};

/** `the key “ci”`, or `a key` where the entry does not tell its name. */
const named = (thing: string, { detail: { name } }: Told): string =>
  name === undefined ? thing : `${thing.replace(/^a /, 'the ')} “${name}”`;

const FIELD_LABELS: Readonly<Record<string, string>> = {
  plan: 'Plan',
  environment: 'Environment',
  provider: 'Provider',
  role: 'Role',
  quotaUsed: 'Quota used',
  credits: 'Credits',
};

/** Said by {@link describeAction} already. */
const IN_THE_ACTION = new Set(['name', 'version']);

/** What else the entry tells: `Plan: free`. */
export const describeDetails = ({ detail }: Told): string[] =>
  Object.entries(detail)
    .filter(([field]) => !IN_THE_ACTION.has(field))
    .map(([field, value]) => `${FIELD_LABELS[field] ?? field}: ${value}`);

/** Entries by the reader's days, in the order in which they come. */
export function groupByDay<Entry extends { readonly at: string }>(
  entries: readonly Entry[],
): { readonly day: string; readonly entries: readonly Entry[] }[] {
  const days = Map.groupBy(entries, ({ at }) => new Date(at).toDateString());
  return [...days.values()].map((ofDay) => ({ day: ofDay[0]?.at ?? '', entries: ofDay }));
}
