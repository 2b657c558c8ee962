import { Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import type { Asset } from '../../../schema/api/shared-parts.ts';
import { EmptyState } from '../../components/EmptyState.tsx';
import { LoadMore } from '../../components/LoadMore.tsx';
import { Page } from '../../components/Page.tsx';
import { QueryView } from '../../components/QueryView.tsx';
import { IconPhoto, IconSearch } from '../../icons/tabler.generated.ts';
import { AssetDrawer } from './AssetDrawer.tsx';
import { AssetsTable } from './AssetsTable.tsx';
import { UploadZone } from './UploadZone.tsx';
import { useAssets } from './use-assets.ts';

/** Source: contract 20. */
export function AssetsPage() {
  const [search, setSearch] = useState('');
  const [searched] = useDebouncedValue(search.trim(), 200);
  const [opened, setOpened] = useState<Asset | null>(null);
  const query = useAssets(searched);
  return (
    <Page
      title="Assets"
      description="Pictures, fonts and colour profiles for the documents of this workspace. A document loads them without a network."
    >
      <UploadZone />
      <TextInput
        label="Search assets"
        type="search"
        value={search}
        onChange={(event) => setSearch(event.currentTarget.value)}
        maxLength={100}
        maw={320}
        my="md"
      />
      <QueryView query={query} label="the assets">
        {(assets) =>
          assets.length === 0 ? (
            <NoAssets search={searched} />
          ) : (
            <>
              <AssetsTable assets={assets} onOpen={setOpened} />
              <LoadMore query={query} shown={countAssets(assets.length)} label="Show more assets" />
            </>
          )
        }
      </QueryView>
      <AssetDrawer listed={opened} onClose={() => setOpened(null)} />
    </Page>
  );
}

const countAssets = (count: number): string => (count === 1 ? '1 asset shown' : `${count} assets shown`);

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
