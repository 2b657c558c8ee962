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

interface AssetUpload {
  readonly file: Blob;
  readonly name: string;
}

const putAsset = (ws: string, { file, name }: AssetUpload): Promise<Asset> =>
  readData(
    consoleApi.PUT('/console/workspaces/{ws}/assets/{name}', {
      params: { path: { ws, name } },
      headers: { 'Content-Type': 'application/octet-stream' },
      // The API description of the route has no body, because the route reads the file as a stream.
      fetch: (request) => fetch(new Request(request, { method: 'PUT', body: file })),
    }),
  );

/** Uploads the files of a starter. An asset that has the name already stays, because other templates use it. */
export async function putMissingAssets(
  ws: string,
  assets: readonly { readonly name: string; readonly url: string }[],
): Promise<void> {
  for (const { name, url } of assets) {
    if (await hasAsset(ws, name)) continue;
    const response = await fetch(url);
    if (!response.ok) throw new Error(`The dashboard does not have the file ${name} (${response.status}).`);
    await putAsset(ws, { file: await response.blob(), name });
  }
}

async function hasAsset(ws: string, search: string): Promise<boolean> {
  const { data } = await readPage(
    consoleApi.GET('/console/workspaces/{ws}/assets', { params: { path: { ws }, query: { search } } }),
  );
  return data.some(({ name }) => name === search);
}

export function useAssetChanges() {
  const { id: ws } = useWorkspace();
  const client = useQueryClient();
  const onSettled = () => client.invalidateQueries({ queryKey: assetsKey(ws) });
  const upload = useMutation({
    mutationFn: (asset: AssetUpload) => putAsset(ws, asset),
    onSettled,
  });
  const remove = useMutation({
    mutationFn: (name: string) =>
      consoleApi.DELETE('/console/workspaces/{ws}/assets/{name}', { params: { path: { ws, name } } }),
    onSettled,
  });
  return { upload, remove };
}
