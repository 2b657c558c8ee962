import type { AppContext } from '../../http/context.ts';
import { originOf } from '../../http/origin.ts';
import type { CreatedInvitation } from '../../invitations/invite.ts';

/** The invitation with the link that its maker sends, in place of the token. */
export const describeInvitation = (c: AppContext, { token, ...invitation }: CreatedInvitation) => ({
  ...invitation,
  url: `${originOf(c)}/dashboard/invitations/${token}`,
});
