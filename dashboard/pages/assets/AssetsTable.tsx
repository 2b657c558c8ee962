import type { Asset } from '../../../schema/api/components.ts';
import { Card } from '../../components/Card.tsx';
import { type Column, DataTable } from '../../components/DataTable.tsx';
import { DateTime } from '../../components/DateTime.tsx';
import { FileSize } from '../../components/FileSize.tsx';
import { OpenButton } from '../../components/OpenButton.tsx';
import { kindOf } from './asset-names.ts';
import { AssetThumbnail } from './AssetPreview.tsx';

interface AssetsTableProps {
  readonly assets: readonly Asset[];
  readonly onOpen: (asset: Asset) => void;
}

export function AssetsTable({ assets, onOpen }: AssetsTableProps) {
  const columns: readonly Column<Asset>[] = [
    {
      header: 'Name',
      kind: 'heading',
      cell: (asset) => (
        <OpenButton onClick={() => onOpen(asset)}>
          <AssetThumbnail asset={asset} />
          {asset.name}
        </OpenButton>
      ),
    },
    { header: 'Kind', cell: ({ mediaType }) => kindOf(mediaType) },
    { header: 'Details', cell: describeDetails },
    { header: 'Version', align: 'end', cell: ({ version }) => version },
    { header: 'Size', align: 'end', cell: ({ bytes }) => <FileSize value={bytes} /> },
    { header: 'Changed', cell: ({ updatedAt }) => <DateTime value={updatedAt} show="ago" /> },
  ];
  return (
    <Card padding="flush">
      <DataTable caption="Assets, by name" columns={columns} rows={assets} rowKey={({ name }) => name} />
    </Card>
  );
}

export function describeDetails({ details }: Pick<Asset, 'details'>): string {
  const { family, weight, style, width, height, colourSpace } = details;
  if (family !== undefined)
    return [family, weight, style === 'italic' ? style : ''].filter(Boolean).join(', ');
  if (width !== undefined && height !== undefined) return `${width} × ${height} px`;
  return colourSpace ?? '';
}
