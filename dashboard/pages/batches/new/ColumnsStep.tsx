import { NativeSelect, Text } from '@mantine/core';
import { Card } from '../../../components/Card.tsx';
import { type Column, DataTable as Table } from '../../../components/DataTable.tsx';
import { DimmedText } from '../../../components/DimmedText.tsx';
import classes from '../Batches.module.css';
import type { ColumnMapping } from './column-mapping.ts';
import type { DataTable } from './data-table.ts';
import { describeCell } from './describe-cell.ts';
import type { FieldType, TemplateField } from './template-fields.ts';

interface ColumnsStepProps {
  readonly table: DataTable;
  readonly fields: readonly TemplateField[];
  readonly mapping: ColumnMapping;
  readonly onChange: (mapping: ColumnMapping) => void;
}

interface MappedField extends Pick<TemplateField, 'name'> {
  readonly detail: string;
  readonly column: string | null;
  /** What is used without a column. */
  readonly none: string;
  readonly type: FieldType;
  readonly choose: (column: string | null) => void;
}

export function ColumnsStep({ table, fields, mapping, onChange }: ColumnsStepProps) {
  const mapped: MappedField[] = [
    {
      name: 'External ID',
      detail: 'Your name for the row',
      column: mapping.externalId,
      none: 'The number of the line',
      type: 'text',
      choose: (externalId) => onChange({ ...mapping, externalId }),
    },
    {
      name: 'Filename',
      detail: 'Without .pdf',
      column: mapping.filename,
      none: 'The name of the template',
      type: 'text',
      choose: (filename) => onChange({ ...mapping, filename }),
    },
    ...fields.map(({ name, type, required }) => ({
      name,
      detail: `${TYPE_LABELS[type]}${required ? ', required' : ''}`,
      column: mapping.fields.get(name) ?? null,
      none: 'Nothing',
      type,
      choose: (column: string | null) => onChange({ ...mapping, fields: withColumn(mapping, name, column) }),
    })),
  ];
  return (
    <Card
      title="3. Columns"
      description="Choose the column for each value of the template. Columns with the same name are already chosen."
    >
      <div className={classes.bare}>
        <Table
          caption="Values of the template and their columns"
          columns={columnsFor(table)}
          rows={mapped}
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

function withColumn({ fields }: ColumnMapping, name: string, column: string | null): Map<string, string> {
  const changed = new Map(fields);
  if (column === null) changed.delete(name);
  else changed.set(name, column);
  return changed;
}

const columnsFor = ({ columns, records }: DataTable): readonly Column<MappedField>[] => [
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
    cell: ({ name, column, none, choose }) => (
      <NativeSelect
        aria-label={`Column for ${name}`}
        value={column === null ? NONE : `=${column}`}
        onChange={({ currentTarget: { value } }) => choose(value === NONE ? null : value.slice(1))}
        data={[
          { value: NONE, label: none },
          ...columns.map((known) => ({ value: `=${known}`, label: known === '' ? '(no name)' : known })),
        ]}
      />
    ),
  },
  {
    header: 'In the first row',
    cell: ({ column, type }) => {
      const text = column === null ? '' : describeCell(records[0]?.values.get(column), type);
      return text === '' ? <DimmedText>None</DimmedText> : <Text size="sm">{text}</Text>;
    },
  },
];

/** Other values start with `=`, because a column can have any name. */
const NONE = '';
