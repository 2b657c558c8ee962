import { routerOf } from '../../http/route.ts';
import { assetVerbs, partialVerbs } from '../../shared/components.ts';
import { inWorkspace, inWorkspaceChange, inWorkspaceContent, memberRoute } from '../http/in-workspace.ts';

export const assetRoutes = routerOf([
  memberRoute(assetVerbs.put, inWorkspaceChange('member'), 'The newest version of the asset'),
  memberRoute(assetVerbs.content, inWorkspace('member'), 'The file'),
  memberRoute(assetVerbs.list, inWorkspace('member'), 'A page of assets, by name'),
  memberRoute(assetVerbs.read, inWorkspace('member'), 'A version of an asset'),
  memberRoute(assetVerbs.listVersions, inWorkspace('member'), 'A page of versions, newest first'),
  memberRoute(assetVerbs.listUses, inWorkspace('member'), 'A page of templates that use it'),
  memberRoute(assetVerbs.delete, inWorkspaceChange('member'), 'The asset is deleted'),
]);

export const partialRoutes = routerOf([
  memberRoute(partialVerbs.list, inWorkspace('member'), 'A page of partials, by name'),
  memberRoute(partialVerbs.read, inWorkspace('member'), 'A version of a partial'),
  memberRoute(partialVerbs.put, inWorkspaceContent('member'), 'The newest version of the partial'),
  memberRoute(partialVerbs.listVersions, inWorkspace('member'), 'A page of versions, newest first'),
  memberRoute(partialVerbs.listUses, inWorkspace('member'), 'A page of templates that use it'),
  memberRoute(partialVerbs.delete, inWorkspaceChange('member'), 'The partial is deleted'),
]);
