import { queryOptions } from '@tanstack/react-query';
import type { ListedSession } from '../../../schema/console/auth.ts';
import { get } from '../../api/console-client.ts';

export const sessionsQuery = queryOptions({
  queryKey: ['account', 'sessions'],
  queryFn: ({ signal }) =>
    get<{ readonly sessions: readonly ListedSession[] }>('/auth/list-sessions', signal),
});
