import { Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { Page } from '../../../components/Page.tsx';
import { QueryView } from '../../../components/QueryView.tsx';
import { useWorkspace } from '../../../session.ts';
import { type LoadedTemplate, versionQuery } from '../../templates/templates-api.ts';
import { buildRows } from './build-rows.ts';
import { ColumnsStep } from './ColumnsStep.tsx';
import { type ColumnMapping, matchColumns } from './column-mapping.ts';
import type { DataTable } from './data-table.ts';
import { FileStep } from './FileStep.tsx';
import { LineProblems } from './LineProblems.tsx';
import { PreviewStep } from './PreviewStep.tsx';
import { StartStep } from './StartStep.tsx';
import { templateFields, type TemplateField } from './template-fields.ts';
import { type ChosenTemplate, TemplateStep } from './TemplateStep.tsx';

export function NewBatchPage() {
  const [template, setTemplate] = useState<ChosenTemplate | null>(null);
  const [table, setTable] = useState<DataTable | null>(null);
  return (
    <Page
      title="New batch"
      description="Each row of your file becomes one PDF. The file is read in your browser, and sent when you start the batch."
    >
      <Stack gap="lg">
        <TemplateStep chosen={template} onChoose={setTemplate} />
        <FileStep onRead={setTable} />
        {template !== null && table !== null && <LoadedTemplateSteps chosen={template} table={table} />}
      </Stack>
    </Page>
  );
}

interface LoadedTemplateStepsProps {
  readonly chosen: ChosenTemplate;
  readonly table: DataTable;
}

function LoadedTemplateSteps({ chosen, table }: LoadedTemplateStepsProps) {
  const { id } = useWorkspace();
  const query = useQuery(versionQuery(id, chosen.id, chosen.version));
  return (
    <QueryView query={query} label="the template">
      {(template) => (
        <RowSteps key={`${template.id}@${template.version}`} template={template} table={table} />
      )}
    </QueryView>
  );
}

interface RowStepsProps {
  readonly template: LoadedTemplate;
  readonly table: DataTable;
}

function RowSteps({ template, table }: RowStepsProps) {
  const fields = useMemo(() => fieldsOf(template, table), [template, table]);
  const matched = useMemo(() => matchColumns(table.columns, fields), [table, fields]);
  // A change by hand holds for this file and template only.
  const [changed, setChanged] = useState<{ from: ColumnMapping; to: ColumnMapping } | null>(null);
  const mapping = changed?.from === matched ? changed.to : matched;
  const built = useMemo(() => buildRows(table, fields, mapping), [table, fields, mapping]);
  return (
    <>
      <ColumnsStep
        table={table}
        fields={fields}
        mapping={mapping}
        onChange={(to) => setChanged({ from: matched, to })}
      />
      <LineProblems problems={built.problems} />
      <PreviewStep template={template} rows={built.rows} />
      <StartStep template={template} built={built} />
    </>
  );
}

/** A template that says nothing of its data gets all columns under their names. */
function fieldsOf(template: LoadedTemplate, { columns }: DataTable): readonly TemplateField[] {
  const fields = templateFields(template);
  if (fields.length > 0) return fields;
  return columns
    .filter((name) => name !== '')
    .map((name) => ({ name, type: 'text' as const, required: false }));
}
