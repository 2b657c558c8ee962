import { queryOptions } from '@tanstack/react-query';
import { consoleApi, readData } from '../../api/console-client.ts';

export const passkeysQuery = queryOptions({
  queryKey: ['account', 'passkeys'],
  queryFn: ({ signal }) => readData(consoleApi.GET('/console/auth/passkey/list-user-passkeys', { signal })),
});
