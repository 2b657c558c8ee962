import { consoleApi, readPage } from '../../api/console-client.ts';
import { usePagedQuery } from '../../api/use-paged-query.ts';

/** Prefix of the query keys of all lists of workspaces. */
export const OPERATOR_WORKSPACES_KEY = ['operator', 'workspaces'] as const;

export const useOperatorWorkspaces = (search: string) =>
  usePagedQuery([...OPERATOR_WORKSPACES_KEY, search], ({ cursor, signal }) =>
    readPage(
      consoleApi.GET('/console/operator/workspaces', {
        params: { query: { search: search === '' ? undefined : search, cursor } },
        signal,
      }),
    ),
  );
