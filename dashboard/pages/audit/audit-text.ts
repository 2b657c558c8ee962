import type { AuditAction } from '../../../schema/api/audit.ts';
import type { AuditEntry } from '../../../schema/console/usage.ts';

type DescribedEntry = Pick<AuditEntry, 'actor' | 'actorName' | 'action' | 'detail'>;

export function describeActor({ actor, actorName }: DescribedEntry): string {
  if (actor === 'operator') return 'The operator';
  const isKey = actor.startsWith('key:');
  if (actorName === null) return isKey ? 'A key' : 'A former member';
  return isKey ? `The key “${actorName}”` : actorName;
}

/** Returns words for the action. The text continues a sentence that starts with the actor. */
export const describeAction = (entry: DescribedEntry): string => ACTION_TEXT[entry.action](entry);

const ACTION_TEXT: Readonly<Record<AuditAction, (entry: DescribedEntry) => string>> = {
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
  'asset.saved': (entry) => `saved version ${entry.detail.version} of ${named('the asset', entry)}`,
  'asset.deleted': (entry) => `deleted ${named('the asset', entry)}`,
  'partial.saved': (entry) => `saved version ${entry.detail.version} of ${named('the partial', entry)}`,
  'partial.deleted': (entry) => `deleted ${named('the partial', entry)}`,
  'preview.shared': (entry) => `shared a preview of ${named('a template', entry)}`,
  'preview.unshared': (entry) => `ended a shared preview of ${named('a template', entry)}`,
  'file.merged': (entry) => `merged files into ${named('a file', entry)}`,
  'file.split': ({ detail: { files } }) =>
    files === undefined ? 'split a file' : `split a file into ${files} files`,
  'file.uploaded': (entry) => `uploaded ${named('the file', entry)}`,
  'batch.started': ({ detail: { rows } }) =>
    rows === undefined ? 'started a batch' : `started a batch of ${rows === 1 ? '1 row' : `${rows} rows`}`,
  'target.created': (entry) => `added ${named('the storage', entry)}`,
  'target.ordered': () => 'changed the order of the storage',
  'target.deleted': (entry) => `removed ${named('the storage', entry)}`,
  'webhook.created': (entry) => `created ${named('the webhook', entry)}`,
  'webhook.changed': (entry) => `changed ${named('the webhook', entry)}`,
  'webhook.rotated': (entry) => `replaced the secret of ${named('the webhook', entry)}`,
  'webhook.deleted': (entry) => `deleted ${named('the webhook', entry)}`,
  'person.joined': () => 'joined the workspace',
  'person.changed': (entry) => `changed the role of ${named('a person', entry)}`,
  'operator.added': (entry) => `made ${named('a person', entry)} an operator`,
  'operator.removed': (entry) => `removed ${named('a person', entry)} from the operators`,
  'recovery.created': (entry) => `created a link for a new password of ${named('a person', entry)}`,
  'recovery.used': (entry) => `set a new password of ${named('a person', entry)} with a link`,
  'person.removed': (entry) => `removed ${named('a person', entry)} from the workspace`,
  'invitation.created': ({ detail: { name } }) =>
    name === undefined ? 'created an invitation' : `created an invitation for “${name}”`,
  'invitation.revoked': () => 'revoked an invitation',
};

/** `the key “ci”`, or `a key` if the entry has no name. */
const named = (thing: string, { detail: { name } }: DescribedEntry): string =>
  name === undefined ? thing : `${thing.replace(/^a /, 'the ')} “${name}”`;

const FIELD_LABELS: Readonly<Record<string, string>> = {
  plan: 'Plan',
  environment: 'Environment',
  provider: 'Provider',
  role: 'Role',
  template: 'Template',
  quotaUsed: 'Quota used',
  credits: 'Credits',
  requestLog: 'Request log',
};

/** Already part of {@link describeAction}. */
const IN_THE_ACTION = new Set(['name', 'version', 'files', 'rows']);

export const describeDetails = ({ detail }: DescribedEntry): string[] =>
  Object.entries(detail)
    .filter(([field]) => !IN_THE_ACTION.has(field))
    .map(([field, value]) => `${FIELD_LABELS[field] ?? field}: ${value}`);

/** Groups entries by day, in the browser's time zone. Keeps their order. */
export function groupByDay<Entry extends { readonly at: string }>(
  entries: readonly Entry[],
): { readonly day: string; readonly entries: readonly Entry[] }[] {
  const days = Map.groupBy(entries, ({ at }) => new Date(at).toDateString());
  return [...days.values()].map((entriesOfDay) => ({
    day: entriesOfDay[0]?.at ?? '',
    entries: entriesOfDay,
  }));
}
