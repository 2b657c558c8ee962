import { Text } from '@mantine/core';
import { Card } from '../../../components/Card.tsx';
import { type Column, DataTable } from '../../../components/DataTable.tsx';
import { DimmedText } from '../../../components/DimmedText.tsx';
import classes from '../Batches.module.css';
import { chosenFields, type ColumnMapping, type FieldSource, withSource } from './column-mapping.ts';
import type { RowsSummary } from './data-calls.ts';
import { SourceField, type SourceFieldProps } from './SourceField.tsx';
import type { FieldType, TemplateField } from './template-fields.ts';

interface ColumnsStepProps {
  readonly columns: readonly string[];
  readonly fields: readonly TemplateField[];
  readonly mapping: ColumnMapping;
  readonly shown: RowsSummary['shown'];
  readonly onChange: (mapping: ColumnMapping) => void;
}

interface MappedField extends Omit<SourceFieldProps, 'columns'> {
  readonly detail: string;
  /** The value in the first row. */
  readonly shown: string | undefined;
}

export function ColumnsStep({ columns, fields, mapping, shown, onChange }: ColumnsStepProps) {
  const hasLists = fields.some(({ list }) => list !== null);
  const rows: MappedField[] = [
    ...rowFields(mapping, shown, onChange),
    ...chosenFields(fields, mapping).map(({ name, type, required, list }) => ({
      name,
      type,
      detail: `${TYPE_LABELS[type]}${list === null ? '' : `, in each entry of ${list}`}${required ? ', required' : ''}`,
      source: mapping.sources.get(name) ?? null,
      none: 'Nothing',
      canBeFixed: true,
      shown: shown.get(name),
      onChange: (source: FieldSource | null) => onChange(withSource(mapping, name, source)),
    })),
  ];
  return (
    <Card
      title="3. Columns"
      description={
        <>
          Choose the column for each value of the template. Columns with the same name are already chosen.
          {hasLists &&
            ' Rows with the same external ID become one PDF. Each row adds an entry to the lists of the template.'}
        </>
      }
    >
      <div className={classes.bare}>
        <DataTable
          caption="Values of the template and their columns"
          columns={tableColumns(columns)}
          rows={rows}
          rowKey={({ name }) => name}
        />
      </div>
    </Card>
  );
}

const TYPE_LABELS: Readonly<Record<FieldType, string>> = {
  text: 'Text',
  number: 'Number',
  boolean: 'True or false',
  json: 'JSON',
};

const ROW_FIELDS = [
  { key: 'externalId', name: 'External ID', detail: 'Your name for the row', none: 'Line number' },
  { key: 'filename', name: 'Filename', detail: 'Without .pdf', none: 'Template name' },
] as const;

/** The fields of a row that are not values of the template. */
const rowFields = (
  mapping: ColumnMapping,
  shown: RowsSummary['shown'],
  onChange: (mapping: ColumnMapping) => void,
): MappedField[] =>
  ROW_FIELDS.map(({ key, ...field }) => {
    const column = mapping[key];
    return {
      ...field,
      type: 'text',
      source: column === null ? null : { kind: 'column', column },
      canBeFixed: false,
      shown: column === null ? undefined : shown.get(`=${column}`),
      onChange: (source) => onChange({ ...mapping, [key]: source?.kind === 'column' ? source.column : null }),
    };
  });

const tableColumns = (columns: readonly string[]): readonly Column<MappedField>[] => [
  {
    header: 'Value',
    kind: 'heading',
    cell: ({ name, detail }) => (
      <>
        {name}
        <div className={classes.detail}>{detail}</div>
      </>
    ),
  },
  {
    header: 'Column',
    cell: ({ detail: _detail, shown: _shown, ...field }) => <SourceField {...field} columns={columns} />,
  },
  {
    header: 'In the first row',
    cell: ({ shown = '' }) =>
      shown === '' ? (
        <DimmedText>None</DimmedText>
      ) : (
        <Text size="sm" className={classes.shown}>
          {shown}
        </Text>
      ),
  },
];
