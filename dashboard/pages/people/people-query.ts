import { queryOptions } from '@tanstack/react-query';
import { consoleApi, readData } from '../../api/console-client.ts';

export const peopleQuery = (workspaceId: string) =>
  queryOptions({
    queryKey: ['workspace', workspaceId, 'people'],
    queryFn: ({ signal }) =>
      readData(
        consoleApi.GET('/console/workspaces/{ws}/people', { params: { path: { ws: workspaceId } }, signal }),
      ),
  });
