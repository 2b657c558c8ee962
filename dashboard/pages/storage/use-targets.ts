import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { TargetBody } from '../../../schema/api/targets.ts';
import type { CreateTarget } from '../../../schema/console/targets.ts';
import { get, send } from '../../api/console-client.ts';
import { useWorkspace } from '../../session.ts';

export interface Targets {
  readonly targets: readonly TargetBody[];
}

/** What the store answered to a trial. */
export type Trial = { readonly works: true } | { readonly works: false; readonly problem: string };

const targetsPath = (workspaceId: string): string => `/workspaces/${encodeURIComponent(workspaceId)}/targets`;

export const targetsQuery = (workspaceId: string) =>
  queryOptions({
    queryKey: ['workspace', workspaceId, 'targets'],
    queryFn: ({ signal }) => get<Targets>(targetsPath(workspaceId), signal),
  });

/** What an admin does with the workspace's targets; the list is read again after each. */
export function useTargetChanges() {
  const { id } = useWorkspace();
  const client = useQueryClient();
  const path = targetsPath(id);
  const { queryKey } = targetsQuery(id);
  const readAgain = () => client.invalidateQueries({ queryKey });

  async function add(target: CreateTarget): Promise<void> {
    await send<TargetBody>('POST', path, target);
    await readAgain();
  }
  async function remove(targetId: string): Promise<void> {
    await send('DELETE', `${path}/${encodeURIComponent(targetId)}`);
    await readAgain();
  }
  const test = (targetId: string): Promise<Trial> =>
    send<Trial>('POST', `${path}/${encodeURIComponent(targetId)}/test`);
  const order = useMutation({
    mutationFn: (ids: readonly string[]) => send<Targets>('PUT', `${path}/order`, { ids }),
    // The new order shows at once; what the service says afterwards is what holds.
    onMutate: (ids) => {
      client.setQueryData(queryKey, (old) => old && { targets: inOrder(old.targets, ids) });
    },
    onSettled: readAgain,
  });
  return { add, remove, order, test };
}

const inOrder = (targets: readonly TargetBody[], ids: readonly string[]): TargetBody[] =>
  ids.flatMap((id) => targets.find((target) => target.id === id) ?? []);
