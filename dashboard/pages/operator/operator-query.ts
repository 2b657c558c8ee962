import type { OperatedWorkspace } from '../../../schema/console/workspaces.ts';
import { usePages } from '../../api/use-paged-query.ts';

/** All lists of workspaces, whatever was searched. */
export const OPERATED = ['operator', 'workspaces'] as const;

const OPERATED_PATH = '/operator/workspaces';

export const operatedPath = (workspaceId: string): string =>
  `${OPERATED_PATH}/${encodeURIComponent(workspaceId)}`;

/** The workspaces of the instance with `search` in their names; all of them where it is empty. */
export const useOperatedWorkspaces = (search: string) =>
  usePages<OperatedWorkspace>(
    [...OPERATED, search],
    search === '' ? OPERATED_PATH : `${OPERATED_PATH}?search=${encodeURIComponent(search)}`,
  );
