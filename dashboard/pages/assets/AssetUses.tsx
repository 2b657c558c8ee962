import { Text } from '@mantine/core';
import type { ComponentUse } from '../../../schema/api/components.ts';
import { type Column, DataTable } from '../../components/DataTable.tsx';
import { TextLink } from '../../components/links.tsx';
import { PagedList } from '../../components/PagedList.tsx';
import { useWorkspace } from '../../session.ts';
import { useAssetUses } from './use-assets.ts';

const describePin = (version: number | null): string => (version === null ? 'No' : `Version ${version}`);

const COLUMNS: readonly Column<ComponentUse>[] = [
  { header: 'Template', kind: 'heading', cell: (use) => <TemplateLink use={use} /> },
  { header: 'Published', cell: ({ publishedPin }) => describePin(publishedPin) },
  { header: 'Newest', cell: ({ latestPin }) => describePin(latestPin) },
  { header: 'Versions', align: 'end', cell: ({ versions }) => versions },
];

function TemplateLink({ use: { templateId, name } }: { readonly use: ComponentUse }) {
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
    <PagedList
      query={query}
      noun={['template', 'templates']}
      empty={
        <Text size="sm" c="dimmed">
          No template uses it.
        </Text>
      }
    >
      {(uses) => (
        <DataTable
          caption="The templates that use the asset, and the version of the asset in each"
          columns={COLUMNS}
          rows={uses}
          rowKey={({ templateId }) => templateId}
        />
      )}
    </PagedList>
  );
}
