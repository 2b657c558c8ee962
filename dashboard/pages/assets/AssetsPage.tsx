import { Text } from '@mantine/core';
import { useState } from 'react';
import type { Asset } from '../../../schema/api/components.ts';
import { EmptyState } from '../../components/EmptyState.tsx';
import { Page } from '../../components/Page.tsx';
import { PagedList } from '../../components/PagedList.tsx';
import { SearchField, useSearchText } from '../../components/SearchField.tsx';
import { IconPhoto, IconSearch } from '../../icons/tabler.generated.ts';
import { AssetDrawer } from './AssetDrawer.tsx';
import { AssetsTable } from './AssetsTable.tsx';
import { UploadZone } from './UploadZone.tsx';
import { useAssets } from './use-assets.ts';

/** Source: contract 20. */
export function AssetsPage() {
  const { typed, setTyped, search } = useSearchText();
  const [opened, setOpened] = useState<Asset | null>(null);
  const query = useAssets(search);
  return (
    <Page
      title="Assets"
      description="Pictures, fonts and colour profiles for the documents of this workspace. A document loads them without a network."
    >
      <UploadZone />
      <SearchField label="Search assets" value={typed} onChange={setTyped} />
      <PagedList query={query} noun={['asset', 'assets']} empty={<NoAssets search={search} />}>
        {(assets) => <AssetsTable assets={assets} onOpen={setOpened} />}
      </PagedList>
      <AssetDrawer listed={opened} onClose={() => setOpened(null)} />
    </Page>
  );
}

const NoAssets = ({ search }: { readonly search: string }) =>
  search !== '' ? (
    <EmptyState icon={IconSearch} title="No matching assets">
      No asset name contains “{search}”. Try a shorter search.
    </EmptyState>
  ) : (
    <EmptyState icon={IconPhoto} title="No assets yet">
      <Text inherit>
        Upload a logo, and write <code>{'<img src="platen-asset://logo.svg">'}</code> in a template. Upload a
        font, and its family works in each template.
      </Text>
    </EmptyState>
  );
