import { queryOptions } from '@tanstack/react-query';
import type { KeysOverview } from '../../../schema/console/keys.ts';
import { get } from '../../api/console-client.ts';

export const keysQuery = (workspaceId: string) =>
  queryOptions({
    queryKey: ['workspace', workspaceId, 'keys'],
    queryFn: ({ signal }) => get<KeysOverview>(`/workspaces/${encodeURIComponent(workspaceId)}/keys`, signal),
  });
