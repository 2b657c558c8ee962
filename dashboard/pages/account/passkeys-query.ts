import { queryOptions } from '@tanstack/react-query';
import type { ListedPasskey } from '../../../schema/console/auth.ts';
import { get } from '../../api/console-client.ts';

export const passkeysQuery = queryOptions({
  queryKey: ['account', 'passkeys'],
  queryFn: ({ signal }) =>
    get<{ readonly passkeys: readonly ListedPasskey[] }>('/auth/passkey/list-user-passkeys', signal),
});
