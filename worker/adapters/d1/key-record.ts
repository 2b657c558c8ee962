import type { Environment, Permission } from '../../../schema/permissions.ts';
import type { PlanId } from '../../../schema/plans.ts';

export interface KeyRecord {
  readonly id: string;
  readonly workspaceId: string;
  readonly environment: Environment;
  readonly permissions: readonly Permission[];
  readonly expiresAt: string | null;
  readonly revokedAt: string | null;
  /** It is null if the workspace was deleted. */
  readonly plan: PlanId | null;
}
