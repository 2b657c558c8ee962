import { z } from 'zod';
import { answerOf } from '../api/paging.ts';
import { PLAN_IDS } from '../plans.ts';
import { ROLES } from './roles.ts';

/** Who looks at the dashboard, and the first run. */

export const personName = z.string().trim().min(1).max(100);
export const email = z.string().trim().toLowerCase().max(254).pipe(z.email('must be an e-mail address'));
/** NIST SP 800-63B: length is what counts. */
export const password = z.string().min(10, 'must have at least 10 characters').max(128);

export const person = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  /** Runs the instance: sees the operator's page. */
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

/** `GET /console/session`: answers everybody. */
export const sessionBody = z.object({
  /** `needed`: nobody owns this instance yet. */
  setup: z.enum(['needed', 'needed-with-token', 'done']),
  /** Null for somebody who is not signed in. */
  person: person.nullable(),
  /** The person's workspaces, by name. */
  workspaces: z.array(membership),
});
export type Session = z.infer<typeof sessionBody>;
export const sessionAnswer = answerOf(sessionBody);

/** `POST /console/setup`: makes the owner and the first workspace, once, and signs the owner in. */
export const setup = z.object({
  /** What the deployment's `SETUP_TOKEN` says, where it has one. */
  token: z.string().optional(),
  name: personName,
  email,
  password,
  workspaceName: z.string().trim().min(1).max(100),
});
export type Setup = z.infer<typeof setup>;
