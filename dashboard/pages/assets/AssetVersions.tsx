import { Anchor } from '@mantine/core';
import type { Asset, ComponentVersionSummary } from '../../../schema/api/components.ts';
import { type Column, DataTable } from '../../components/DataTable.tsx';
import { DateTime } from '../../components/DateTime.tsx';
import { FileSize } from '../../components/FileSize.tsx';
import { PagedList } from '../../components/PagedList.tsx';
import { useWorkspace } from '../../session.ts';
import { contentPath, useAssetVersions } from './use-assets.ts';

export function AssetVersions({ asset: { name } }: { readonly asset: Asset }) {
  const { id } = useWorkspace();
  const query = useAssetVersions(name);
  const columns: readonly Column<ComponentVersionSummary>[] = [
    {
      header: 'Version',
      kind: 'heading',
      cell: ({ version }) => (
        <Anchor href={contentPath(id, { name, version })} download={name} inherit>
          {version}
        </Anchor>
      ),
    },
    { header: 'Saved', cell: ({ createdAt }) => <DateTime value={createdAt} /> },
    { header: 'Size', align: 'end', cell: ({ bytes }) => <FileSize value={bytes} /> },
    { header: 'Note', cell: ({ note }) => note ?? '' },
  ];
  return (
    <PagedList query={query} noun={['version', 'versions']} next="older">
      {(versions) => (
        <DataTable
          caption="Versions, newest first"
          columns={columns}
          rows={versions}
          rowKey={({ version }) => String(version)}
        />
      )}
    </PagedList>
  );
}
