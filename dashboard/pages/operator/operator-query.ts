import type { OperatedWorkspace } from '../../../schema/console/workspaces.ts';
import { usePagedQuery } from '../../api/use-paged-query.ts';

/** All lists of workspaces, whatever was searched. */
export const OPERATOR_WORKSPACES_KEY = ['operator', 'workspaces'] as const;

const OPERATED_PATH = '/operator/workspaces';

export const operatedPath = (workspaceId: string): string =>
  `${OPERATED_PATH}/${encodeURIComponent(workspaceId)}`;

/** The workspaces of the instance with `search` in their names; all of them where it is empty. */
export const useOperatorWorkspaces = (search: string) =>
  usePagedQuery<OperatedWorkspace>(
    [...OPERATOR_WORKSPACES_KEY, search],
    search === '' ? OPERATED_PATH : `${OPERATED_PATH}?search=${encodeURIComponent(search)}`,
  );
