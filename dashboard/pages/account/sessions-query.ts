import { queryOptions } from '@tanstack/react-query';
import { consoleApi, readData } from '../../api/console-client.ts';

export const sessionsQuery = queryOptions({
  queryKey: ['account', 'sessions'],
  queryFn: ({ signal }) => readData(consoleApi.GET('/console/auth/list-sessions', { signal })),
});
