import { infiniteQueryOptions } from '@tanstack/react-query';
import type { OperatedWorkspace } from '../../../schema/console/workspaces.ts';
import { getPage } from '../../api/client.ts';

/** All lists of workspaces, whatever was searched. */
export const OPERATED = ['operator', 'workspaces'] as const;

export const operatedPath = (workspaceId: string): string =>
  `/operator/workspaces/${encodeURIComponent(workspaceId)}`;

export const operatedQuery = (search: string) =>
  infiniteQueryOptions({
    queryKey: [...OPERATED, search],
    queryFn: ({ pageParam, signal }) => {
      const query = new URLSearchParams();
      if (search) query.set('search', search);
      if (pageParam) query.set('cursor', pageParam);
      return getPage<OperatedWorkspace>(`/operator/workspaces?${query}`, signal);
    },
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor,
  });
