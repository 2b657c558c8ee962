import { Skeleton, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { EmptyState } from '../../../components/EmptyState.tsx';
import { ErrorAlert } from '../../../components/ErrorAlert.tsx';
import { Page } from '../../../components/Page.tsx';
import { QueryView } from '../../../components/QueryView.tsx';
import { IconStack2 } from '../../../icons/tabler.generated.ts';
import { useHasRole, useWorkspace } from '../../../session.ts';
import { type LoadedTemplate, versionQuery } from '../../templates/templates-api.ts';
import classes from '../Batches.module.css';
import { ColumnsStep } from './ColumnsStep.tsx';
import { type ColumnMapping, matchColumns } from './column-mapping.ts';
import type { TableSummary } from './data-calls.ts';
import type { OpenedTable } from './data-file.ts';
import { FileStep } from './FileStep.tsx';
import { PreviewStep } from './PreviewStep.tsx';
import { RowProblems } from './RowProblems.tsx';
import { StartStep } from './StartStep.tsx';
import { templateFields, type TemplateField } from './template-fields.ts';
import { type ChosenTemplate, TemplateStep } from './TemplateStep.tsx';
import { useBuiltRows } from './use-built-rows.ts';

export function NewBatchPage() {
  const canStart = useHasRole('admin');
  return (
    <Page
      title="New batch"
      description="Each row of your file becomes one PDF. The file is read in your browser, and its rows are sent when you start the batch."
    >
      {canStart ? (
        <Steps />
      ) : (
        <EmptyState icon={IconStack2} title="Only admins and owners can start batches">
          Ask one of them, or send the rows with an API key.
        </EmptyState>
      )}
    </Page>
  );
}

function Steps() {
  const [template, setTemplate] = useState<ChosenTemplate | null>(null);
  const [opened, setOpened] = useState<OpenedTable | null>(null);
  return (
    <Stack gap="lg">
      <TemplateStep chosen={template} onChoose={setTemplate} />
      <FileStep opened={opened} onRead={setOpened} />
      {template !== null && opened !== null && <LoadedTemplateSteps chosen={template} opened={opened} />}
    </Stack>
  );
}

interface LoadedTemplateStepsProps {
  readonly chosen: ChosenTemplate;
  readonly opened: OpenedTable;
}

function LoadedTemplateSteps({ chosen, opened }: LoadedTemplateStepsProps) {
  const { id } = useWorkspace();
  const query = useQuery(versionQuery(id, chosen.id, chosen.version));
  return (
    <QueryView query={query} label="the template">
      {(template) => (
        <RowSteps key={`${template.id}@${template.version}`} template={template} opened={opened} />
      )}
    </QueryView>
  );
}

interface RowStepsProps {
  readonly template: LoadedTemplate;
  readonly opened: OpenedTable;
}

function RowSteps({ template, opened }: RowStepsProps) {
  const { summary } = opened;
  const fields = useMemo(() => fieldsOf(template, summary), [template, summary]);
  const matched = useMemo(() => matchColumns(summary.columns, fields), [summary, fields]);
  // A change by hand holds for this file and template only.
  const [changed, setChanged] = useState<{ from: ColumnMapping; to: ColumnMapping } | null>(null);
  const mapping = changed?.from === matched ? changed.to : matched;
  const reference = `${template.id}@${template.version}`;
  const { built, error, isCurrent } = useBuiltRows({ opened, template: reference, fields, mapping });
  if (error !== null) return <ErrorAlert error={error} title="The rows could not be made" />;
  if (built === undefined) return <Skeleton height={320} radius="md" aria-busy="true" />;
  return (
    <>
      <div className={classes.mapping}>
        <ColumnsStep
          columns={summary.columns}
          fields={fields}
          mapping={mapping}
          shown={built.shown}
          onChange={(to) => setChanged({ from: matched, to })}
        />
        <PreviewStep template={template} rows={built.first} />
      </div>
      <RowProblems built={built} unit={summary.unit} />
      <StartStep
        reference={reference}
        opened={opened}
        fields={fields}
        mapping={mapping}
        built={built}
        isCurrent={isCurrent}
      />
    </>
  );
}

/** If the template does not describe its data, each column becomes a field with its name. */
function fieldsOf(template: LoadedTemplate, { columns }: TableSummary): readonly TemplateField[] {
  const fields = templateFields(template);
  if (fields.length > 0) return fields;
  const isWhole = (name: string) => !columns.some((other) => other.startsWith(`${name}.`));
  return columns
    .filter((name) => name !== '' && isWhole(name))
    .map((name) => ({ name, type: 'text', required: false, list: null }));
}
