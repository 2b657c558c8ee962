import type { Permission } from '../../../schema/permissions.ts';
import { requireCtx } from '../http/context.ts';
import { readContentBody } from '../http/read-json-body.ts';
import { authenticate } from './authenticate.ts';
import { limitRate } from './limit-rate.ts';

const SECURITY: Record<string, string[]>[] = [{ apiKey: [] }, { bearer: [] }];

export const readJsonBody = readContentBody((c) => requireCtx(c).workspace.plan);

/** @param permission null: any key */
export const keyed = (permission: Permission | null, about?: string) => ({
  middleware: [authenticate(permission), limitRate],
  ...describeKeyed(permission, about),
});

export const keyedJson = (permission: Permission | null, about?: string) => ({
  middleware: [authenticate(permission), limitRate, readJsonBody],
  ...describeKeyed(permission, about),
});

/** @param about what the route does, beyond its summary: Markdown */
export const describeKeyed = (permission: Permission | null, about?: string) => ({
  security: SECURITY,
  'x-permission': permission ?? 'any',
  description: [...(about === undefined ? [] : [about]), describePermission(permission)].join('\n\n'),
});

const describePermission = (permission: Permission | null): string =>
  permission === null ? 'Key: any key of the workspace.' : `Key: one with the permission \`${permission}\`.`;
