import { Text } from '@mantine/core';
import type { PartUse } from '../../../schema/api/shared-parts.ts';
import { type Column, DataTable } from '../../components/DataTable.tsx';
import { TextLink } from '../../components/links.tsx';
import { LoadMore } from '../../components/LoadMore.tsx';
import { QueryView } from '../../components/QueryView.tsx';
import { useWorkspace } from '../../session.ts';
import { useAssetUses } from './use-assets.ts';

const describePin = (version: number | null): string => (version === null ? 'No' : `Version ${version}`);

const COLUMNS: readonly Column<PartUse>[] = [
  { header: 'Template', kind: 'heading', cell: (use) => <TemplateLink use={use} /> },
  { header: 'Published', cell: ({ publishedPin }) => describePin(publishedPin) },
  { header: 'Newest', cell: ({ latestPin }) => describePin(latestPin) },
  { header: 'Versions', align: 'end', cell: ({ versions }) => versions },
];

function TemplateLink({ use: { templateId, name } }: { readonly use: PartUse }) {
  const { id: workspaceId } = useWorkspace();
  return (
    <TextLink to="/w/$workspaceId/templates/$templateId" params={{ workspaceId, templateId }} inherit>
      {name}
    </TextLink>
  );
}

/** Lists the templates that use an asset, and the versions of the asset in them. */
export function AssetUses({ name }: { readonly name: string }) {
  const query = useAssetUses(name);
  return (
    <QueryView query={query} label="the templates that use it">
      {(uses) =>
        uses.length === 0 ? (
          <Text size="sm" c="dimmed">
            No template uses it.
          </Text>
        ) : (
          <>
            <DataTable
              caption="The templates that use the asset, and the version of the asset in each"
              columns={COLUMNS}
              rows={uses}
              rowKey={({ templateId }) => templateId}
            />
            <LoadMore query={query} shown={`${uses.length} shown`} label="Show more templates" />
          </>
        )
      }
    </QueryView>
  );
}
