import { Button, Group, NativeSelect, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { TemplateSummary } from '../../../schema/api/templates.ts';
import { formatJson } from '../../json/json-value.ts';
import { LinkButton } from '../../components/links.tsx';
import { QueryView } from '../../components/QueryView.tsx';
import { SkeletonRows } from '../../components/SkeletonRows.tsx';
import { ErrorAlert } from '../../components/ErrorAlert.tsx';
import { useWorkspace } from '../../session.ts';
import { MAX_PAGE_SIZE, useTemplateNames } from '../files/use-files.ts';
import { fetchTemplate, fetchVersions, templatesKey } from '../templates/templates-api.ts';
import classes from './PlaygroundPage.module.css';
import type { DraftFieldsProps } from './request-draft.ts';

export function TemplateField(props: DraftFieldsProps) {
  const query = useTemplateNames();
  return (
    <QueryView query={query} label="the templates" skeleton={<SkeletonRows rows={1} label="the templates" />}>
      {({ data }) => <TemplateChoice templates={data} {...props} />}
    </QueryView>
  );
}

interface TemplateChoiceProps extends DraftFieldsProps {
  readonly templates: readonly TemplateSummary[];
}

function TemplateChoice({ templates, draft, onChange, problems }: TemplateChoiceProps) {
  const { id: workspaceId } = useWorkspace();
  const chosen = templates.find(({ id }) => id === draft.templateId);
  if (templates.length === 0) {
    return (
      <Group gap="sm">
        <Text size="sm">This workspace has no templates yet.</Text>
        <LinkButton to="/w/$workspaceId/templates/new" params={{ workspaceId }} size="xs" variant="default">
          Create a template
        </LinkButton>
      </Group>
    );
  }
  return (
    <>
      <div className={classes.pair}>
        <NativeSelect
          label="Template"
          value={draft.templateId ?? ''}
          onChange={(event) => onChange({ templateId: event.currentTarget.value || null, version: null })}
          data={[
            { value: '', label: 'Choose a template' },
            ...templates.map(({ id, name }) => ({ value: id, label: name })),
          ]}
          error={problems.source}
        />
        {chosen && (
          <VersionSelect
            key={chosen.id}
            template={chosen}
            version={draft.version}
            onChange={(version) => onChange({ version })}
          />
        )}
      </div>
      {chosen && <SampleData templateId={chosen.id} onData={(dataText) => onChange({ dataText })} />}
    </>
  );
}

interface VersionSelectProps {
  readonly template: TemplateSummary;
  readonly version: number | null;
  readonly onChange: (version: number | null) => void;
}

/** Without drafts, which the API rejects. */
function VersionSelect({ template, version, onChange }: VersionSelectProps) {
  const { id: workspaceId } = useWorkspace();
  const { data } = useQuery({
    queryKey: [...templatesKey(workspaceId), 'versions', template.id, 'published'],
    queryFn: ({ signal }) =>
      fetchVersions(workspaceId, template.id, { cursor: undefined, signal, limit: MAX_PAGE_SIZE }),
  });
  const published = data?.data.filter(({ publishedAt }) => publishedAt !== null) ?? [];
  const current = template.publishedVersion;
  return (
    <NativeSelect
      label="Version"
      value={version === null ? '' : String(version)}
      onChange={(event) =>
        onChange(event.currentTarget.value === '' ? null : Number(event.currentTarget.value))
      }
      data={[
        {
          value: '',
          label: current === null ? 'No published version' : `Published (currently ${current})`,
        },
        ...published.map((known) => ({ value: String(known.version), label: `Version ${known.version}` })),
      ]}
    />
  );
}

interface SampleDataProps {
  readonly templateId: string;
  readonly onData: (dataText: string) => void;
}

function SampleData({ templateId, onData }: SampleDataProps) {
  const { id: workspaceId } = useWorkspace();
  const fill = useMutation({
    mutationFn: () => fetchTemplate(workspaceId, templateId),
    onSuccess: ({ sampleData }) => onData(formatJson(sampleData ?? {})),
  });
  return (
    <>
      <Group gap="sm">
        <Button size="xs" variant="default" loading={fill.isPending} onClick={() => fill.mutate()}>
          Use sample data
        </Button>
        <Text size="sm" c="dimmed" role="status">
          {fill.isSuccess && fill.data.sampleData === null && 'This template has no sample data.'}
        </Text>
      </Group>
      {fill.isError && <ErrorAlert error={fill.error} title="Could not load the sample data" />}
    </>
  );
}
