import { routerOf } from '../../http/route.ts';
import { fileVerbs } from '../../shared/files.ts';
import { inWorkspace, inWorkspaceChange, memberRoute } from '../http/in-workspace.ts';

export const fileRoutes = routerOf([
  memberRoute(fileVerbs.list, inWorkspace('member'), 'A page of files, newest first'),
  memberRoute(fileVerbs.read, inWorkspace('member'), 'The file, with new signed URLs'),
  memberRoute(fileVerbs.delete, inWorkspaceChange('admin'), 'The file is deleted'),
]);
