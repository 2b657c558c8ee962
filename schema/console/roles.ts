/**
 * Roles in a workspace. Members can see everything and change templates. Admins can change everything except
 * owners. Owners can change everything.
 */
export const ROLES = ['owner', 'admin', 'member'] as const;

export type Role = (typeof ROLES)[number];

const RANK: Record<Role, number> = { member: 0, admin: 1, owner: 2 };

/** Whether `role` is `needed` or a higher role. */
export const isAtLeast = (role: Role, needed: Role): boolean => RANK[role] >= RANK[needed];
