import type { AuditAction } from '../../../schema/api/audit.ts';
import type { Actor, Ctx } from '../../ctx.ts';
import type { AuditEntry } from '../../adapters/d1/audit.ts';

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
