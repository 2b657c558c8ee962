/** Members see everything and change templates. Admins change everything except owners. */
export const ROLES = ['owner', 'admin', 'member'] as const;

export type Role = (typeof ROLES)[number];

const RANK: Record<Role, number> = { member: 0, admin: 1, owner: 2 };

export const isAtLeast = (role: Role, needed: Role): boolean => RANK[role] >= RANK[needed];
