import { Text } from '@mantine/core';
import type { TemplateSummary } from '../../../schema/api/templates.ts';
import { type Column, DataTable } from '../../components/DataTable.tsx';
import { DateTime } from '../../components/DateTime.tsx';
import { EmptyState } from '../../components/EmptyState.tsx';
import { LinkButton, TextLink } from '../../components/links.tsx';
import { PagedList } from '../../components/PagedList.tsx';
import { Page } from '../../components/Page.tsx';
import { Card } from '../../components/Card.tsx';
import { SearchField, useSearchText } from '../../components/SearchField.tsx';
import { usePagedQuery } from '../../api/use-paged-query.ts';
import { IconPlus, IconSearch, IconTemplate } from '../../icons/tabler.generated.ts';
import { useWorkspace } from '../../session.ts';
import { PublishedState } from './PublishedState.tsx';
import { fetchTemplates, templatesKey } from './templates-api.ts';
import classes from './TemplatesPage.module.css';

export function TemplatesPage() {
  const { id: workspaceId } = useWorkspace();
  const { typed, setTyped, search } = useSearchText();
  const query = useTemplates(workspaceId, search);
  // Only an empty list without a search means that there are no templates.
  const isNew = search === '' && query.data?.length === 0 && !query.isPlaceholderData;

  return (
    <Page
      title="Templates"
      description="HTML with Handlebars placeholders. A request names the template and sends the data; Platen creates the PDF."
      actions={!isNew && <NewTemplateButton workspaceId={workspaceId} />}
    >
      {!isNew && <SearchField label="Search templates" value={typed} onChange={setTyped} />}
      <PagedList
        query={query}
        noun={['template', 'templates']}
        empty={<NoTemplates search={search} workspaceId={workspaceId} />}
      >
        {(templates) => (
          <Card padding="flush">
            <DataTable
              caption="Templates"
              columns={listColumns(workspaceId)}
              rows={templates}
              rowKey={({ id }) => id}
            />
          </Card>
        )}
      </PagedList>
    </Page>
  );
}

function useTemplates(workspaceId: string, search: string) {
  return usePagedQuery([...templatesKey(workspaceId), 'list', search], (page) =>
    fetchTemplates(workspaceId, search, page),
  );
}

function NewTemplateButton({ workspaceId }: { readonly workspaceId: string }) {
  return (
    <LinkButton
      to="/w/$workspaceId/templates/new"
      params={{ workspaceId }}
      leftSection={<IconPlus size={16} aria-hidden />}
    >
      New template
    </LinkButton>
  );
}

function NoTemplates({ search, workspaceId }: { readonly search: string; readonly workspaceId: string }) {
  if (search !== '') {
    return (
      <EmptyState icon={IconSearch} title="No matching templates">
        No template name contains “{search}”. Try a shorter search.
      </EmptyState>
    );
  }
  return (
    <EmptyState
      icon={IconTemplate}
      title="No templates yet"
      action={<NewTemplateButton workspaceId={workspaceId} />}
    >
      Start with an invoice, a letter or another starter. The preview updates while you edit.
    </EmptyState>
  );
}

const listColumns = (workspaceId: string): readonly Column<TemplateSummary>[] => [
  {
    header: 'Name',
    kind: 'heading',
    cell: ({ id, name }) => (
      <TextLink
        to="/w/$workspaceId/templates/$templateId"
        params={{ workspaceId, templateId: id }}
        className={classes.name}
      >
        {name}
      </TextLink>
    ),
  },
  { header: 'Status', cell: (template) => <PublishedState template={template} /> },
  { header: 'Updated', cell: ({ updatedAt }) => <DateTime value={updatedAt} show="ago" /> },
  {
    header: 'ID',
    cell: ({ id }) => (
      <Text span size="xs" ff="monospace" c="dimmed">
        {id}
      </Text>
    ),
  },
];
