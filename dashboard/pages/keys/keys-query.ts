import { queryOptions } from '@tanstack/react-query';
import { consoleApi, readData } from '../../api/console-client.ts';

export const keysQuery = (workspaceId: string) =>
  queryOptions({
    queryKey: ['workspace', workspaceId, 'keys'],
    queryFn: ({ signal }) =>
      readData(
        consoleApi.GET('/console/workspaces/{ws}/keys', { params: { path: { ws: workspaceId } }, signal }),
      ),
  });
