/**
 * What a person may do in a workspace. A member sees everything and changes templates only; an admin
 * changes everything but the people who own it; an owner everything.
 */
export const ROLES = ['owner', 'admin', 'member'] as const;

export type Role = (typeof ROLES)[number];

const RANK: Record<Role, number> = { member: 0, admin: 1, owner: 2 };

/** Whether `role` may do what asks for `needed`. */
export const isAtLeast = (role: Role, needed: Role): boolean => RANK[role] >= RANK[needed];
