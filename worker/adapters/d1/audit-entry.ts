import type { AuditAction } from '../../../schema/api/audit.ts';
import type { Actor, Ctx } from '../../ctx.ts';

/** The query that makes the change writes the entry in the same batch. */
export interface AuditEntry {
  readonly workspaceId: string;
  /** ISO 8601. */
  readonly at: string;
  /** `operator`, `key:ID` or `person:ID`. */
  readonly actor: string;
  readonly action: AuditAction;
  /** The id of what was changed. */
  readonly subject: string;
  readonly detail?: Readonly<Record<string, string | number>>;
}

export const auditEntry = (
  {
    services,
    actor,
    workspace,
  }: Pick<Ctx, 'services' | 'actor'> & { readonly workspace: { readonly id: string } },
  action: AuditAction,
  subject: string,
  detail: Readonly<Record<string, string | number>> = {},
): AuditEntry => ({
  workspaceId: workspace.id,
  at: new Date(services.now()).toISOString(),
  actor: writeActor(actor),
  action,
  subject,
  detail,
});

const writeActor = (actor: Actor): string =>
  actor.kind === 'operator' ? 'operator' : `${actor.kind}:${actor.id}`;
