import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { CreateTarget } from '../../../schema/console/targets.ts';
import { consoleApi, readData } from '../../api/console-client.ts';
import { useWorkspace } from '../../session.ts';

export const targetsQuery = (workspaceId: string) =>
  queryOptions({
    queryKey: ['workspace', workspaceId, 'targets'],
    queryFn: ({ signal }) =>
      readData(
        consoleApi.GET('/console/workspaces/{ws}/targets', { params: { path: { ws: workspaceId } }, signal }),
      ),
  });

export function useTargetChanges() {
  const { id: ws } = useWorkspace();
  const client = useQueryClient();
  const { queryKey } = targetsQuery(ws);
  const reload = () => client.invalidateQueries({ queryKey });

  async function add(target: CreateTarget): Promise<void> {
    await consoleApi.POST('/console/workspaces/{ws}/targets', { params: { path: { ws } }, body: target });
    await reload();
  }
  async function remove(targetId: string): Promise<void> {
    const params = { path: { ws, targetId } };
    await consoleApi.DELETE('/console/workspaces/{ws}/targets/{targetId}', { params });
    await reload();
  }
  const test = (targetId: string) => {
    const params = { path: { ws, targetId } };
    return readData(consoleApi.POST('/console/workspaces/{ws}/targets/{targetId}/test', { params }));
  };
  const order = useMutation({
    // One request after the other. Otherwise the older order could arrive last.
    scope: { id: `${queryKey.join(' ')} order` },
    mutationFn: (ids: string[]) =>
      consoleApi.PUT('/console/workspaces/{ws}/targets/order', { params: { path: { ws } }, body: { ids } }),
    onSettled: reload,
  });
  return { add, remove, order, test };
}
