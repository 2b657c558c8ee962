import { z } from 'zod';
import { answerOf } from '../api/paging.ts';
import { PLAN_IDS } from '../plans.ts';
import { MAX_NAME_LENGTH, MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from './bounds.ts';
import { ROLES } from './roles.ts';
import { text } from '../text.ts';

export const personName = z.string().trim().min(1).max(MAX_NAME_LENGTH);
export const email = z.string().trim().toLowerCase().max(254).pipe(z.email('must be an email address'));
export const password = z
  .string()
  .min(MIN_PASSWORD_LENGTH, `must have at least ${MIN_PASSWORD_LENGTH} characters`)
  .max(MAX_PASSWORD_LENGTH, `must have at most ${MAX_PASSWORD_LENGTH} characters`);

export const person = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  operator: z.boolean(),
});
export type Person = z.infer<typeof person>;

export const membership = z.object({
  id: z.string(),
  name: z.string(),
  plan: z.enum(PLAN_IDS),
  role: z.enum(ROLES),
});
export type Membership = z.infer<typeof membership>;

export const sessionBody = z.object({
  /** `needed`: the instance has no owner. */
  setup: z.enum(['needed', 'needed-with-token', 'done']),
  /** It is null if nobody is signed in. */
  person: person.nullable(),
  /** Ordered by name. */
  workspaces: z.array(membership),
});
export type Session = z.infer<typeof sessionBody>;
export const sessionAnswer = answerOf(sessionBody);

/** `npm start` makes a workspace of this name for its key. The first visit takes it over. */
export const LOCAL_WORKSPACE_NAME = 'Local';

/** Works once. */
export const setup = z.object({
  /** The `SETUP_TOKEN`, if the deployment has one. */
  token: text(1_000).optional(),
  name: personName,
  email,
  password,
  workspaceName: z.string().trim().min(1).max(MAX_NAME_LENGTH),
});
export type Setup = z.infer<typeof setup>;
