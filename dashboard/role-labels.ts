import { ROLES, type Role } from '../schema/console/roles.ts';

export const ROLE_LABELS: Record<Role, string> = { owner: 'Owner', admin: 'Admin', member: 'Member' };

/** Source: schema/console/roles.ts. */
export const ROLE_DESCRIPTIONS: Record<Role, string> = {
  owner: 'Can change everything, including other owners',
  admin: 'Can change everything except owners',
  member: 'Can see everything and change templates',
};

export const withArticle = (role: Role): string =>
  `${role === 'member' ? 'a' : 'an'} ${lowerFirst(ROLE_LABELS[role])}`;

export const lowerFirst = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);

/** The roles that a person with `role` may assign. Only owners assign the owner role. */
export const assignableRoles = (role: Role): readonly Role[] =>
  role === 'owner' ? ROLES : ROLES.filter((assigned) => assigned !== 'owner');
