import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Asset, ComponentUse, ComponentVersionSummary } from '../../../schema/api/components.ts';
import { consoleApi, readData, readPage } from '../../api/console-client.ts';
import { usePagedQuery } from '../../api/use-paged-query.ts';
import { useWorkspace } from '../../session.ts';

const assetsKey = (workspaceId: string) => ['workspace', workspaceId, 'assets'];

export function useAssets(search: string) {
  const { id: ws } = useWorkspace();
  return usePagedQuery<Asset>([...assetsKey(ws), 'list', search], ({ cursor, signal }) =>
    readPage(
      consoleApi.GET('/console/workspaces/{ws}/assets', {
        params: { path: { ws }, query: { cursor, ...(search === '' ? {} : { search }) } },
        signal,
      }),
    ),
  );
}

export function useAssetVersions(name: string) {
  const { id: ws } = useWorkspace();
  return usePagedQuery<ComponentVersionSummary>([...assetsKey(ws), 'versions', name], ({ cursor, signal }) =>
    readPage(
      consoleApi.GET('/console/workspaces/{ws}/assets/{name}/versions', {
        params: { path: { ws, name }, query: { cursor } },
        signal,
      }),
    ),
  );
}

export function useAssetUses(name: string) {
  const { id: ws } = useWorkspace();
  return usePagedQuery<ComponentUse>([...assetsKey(ws), 'uses', name], ({ cursor, signal }) =>
    readPage(
      consoleApi.GET('/console/workspaces/{ws}/assets/{name}/uses', {
        params: { path: { ws, name }, query: { cursor } },
        signal,
      }),
    ),
  );
}

/** Returns the address of the bytes of a version. A new version has another address, so no cache shows the old bytes. */
export const contentPath = (
  workspaceId: string,
  { name, version }: Pick<Asset, 'name' | 'version'>,
): string =>
  `/console/workspaces/${workspaceId}/assets/${encodeURIComponent(name)}/content?version=${version}`;

export function useAssetChanges() {
  const { id: ws } = useWorkspace();
  const client = useQueryClient();
  const onSettled = () => client.invalidateQueries({ queryKey: assetsKey(ws) });
  const upload = useMutation({
    mutationFn: ({ file, name }: { readonly file: Blob; readonly name: string }) =>
      readData(
        consoleApi.PUT('/console/workspaces/{ws}/assets/{name}', {
          params: { path: { ws, name } },
          headers: { 'Content-Type': 'application/octet-stream' },
          // The API description of the route has no body, because the route reads the file as a stream.
          fetch: (request) => fetch(new Request(request, { method: 'PUT', body: file })),
        }),
      ),
    onSettled,
  });
  const remove = useMutation({
    mutationFn: (name: string) =>
      consoleApi.DELETE('/console/workspaces/{ws}/assets/{name}', { params: { path: { ws, name } } }),
    onSettled,
  });
  return { upload, remove };
}
