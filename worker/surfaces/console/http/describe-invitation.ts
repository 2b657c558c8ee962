import type { AppContext } from '../../http/context.ts';
import { readOrigin } from '../../http/origin.ts';
import type { CreatedInvitation } from '../../../verbs/people/invitations/invite.ts';

export const describeInvitation = (c: AppContext, { token, ...invitation }: CreatedInvitation) => ({
  ...invitation,
  url: `${readOrigin(c)}/dashboard/invitations/${token}`,
});
