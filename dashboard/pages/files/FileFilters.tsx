import { Button, Group, NativeSelect, TextInput } from '@mantine/core';
import classes from './FilesPage.module.css';
import { type FileFilter, isFiltered, NO_FILTER } from './file-filter.ts';
import { useTemplateNames } from './use-files.ts';

interface FileFiltersProps {
  readonly filter: FileFilter;
  readonly onChange: (filter: FileFilter) => void;
}

export function FileFilters({ filter, onChange }: FileFiltersProps) {
  const templates = useTemplateNames().data?.data ?? [];
  const change = (part: Partial<FileFilter>) => onChange({ ...filter, ...part });
  return (
    <Group
      role="search"
      aria-label="Filter files"
      align="flex-end"
      gap="sm"
      mb="md"
      className={classes.filters}
    >
      <TextInput
        type="date"
        label="From"
        value={filter.from}
        max={filter.to}
        onChange={(event) => change({ from: event.currentTarget.value })}
      />
      <TextInput
        type="date"
        label="To"
        value={filter.to}
        min={filter.from}
        onChange={(event) => change({ to: event.currentTarget.value })}
      />
      <NativeSelect
        label="Template"
        value={filter.templateId}
        onChange={(event) => change({ templateId: event.currentTarget.value })}
        data={[
          { value: '', label: 'All files' },
          ...templates.map(({ id, name }) => ({ value: id, label: name })),
        ]}
      />
      <NativeSelect
        label="Keys"
        value={filter.environment}
        onChange={(event) => change({ environment: readEnvironment(event.currentTarget.value) })}
        data={[
          { value: '', label: 'Live and test' },
          { value: 'live', label: 'Live' },
          { value: 'test', label: 'Test' },
        ]}
      />
      {isFiltered(filter) && (
        <Button variant="subtle" onClick={() => onChange(NO_FILTER)}>
          Clear
        </Button>
      )}
    </Group>
  );
}

const readEnvironment = (value: string): FileFilter['environment'] =>
  value === 'live' || value === 'test' ? value : '';
