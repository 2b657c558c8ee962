import { ROLES, type Role } from '../schema/console/roles.ts';

export const ROLE_NAME: Record<Role, string> = { owner: 'Owner', admin: 'Admin', member: 'Member' };

/** What a role allows. Source: schema/console/roles.ts. */
export const ROLE_MEANING: Record<Role, string> = {
  owner: 'Changes everything, the other owners included',
  admin: 'Changes everything but the owners',
  member: 'Sees everything and changes templates',
};

/** `an admin`. */
export const withArticle = (role: Role): string =>
  `${role === 'member' ? 'a' : 'an'} ${lowered(ROLE_NAME[role])}`;

/** Words as they stand inside a sentence. */
export const lowered = (words: string): string => words.charAt(0).toLowerCase() + words.slice(1);

/** The roles that a person with `role` may give: only owners make owners. */
export const rolesGivenBy = (role: Role): readonly Role[] =>
  role === 'owner' ? ROLES : ROLES.filter((given) => given !== 'owner');
