import { Checkbox, Group } from '@mantine/core';
import { FAULT_KINDS, type FaultKind } from '../../schema/api/fail-on.ts';
import { type OptionsFieldsProps, withChange } from './with-change.ts';

const LABELS: Readonly<Record<FaultKind, string>> = {
  placeholders: 'Unknown names',
  translations: 'Missing translations',
  resources: 'Failed resources',
  scripts: 'Script errors',
  glyphs: 'Missing glyphs',
  overflow: 'Cut content',
  accessibility: 'Accessibility',
  references: 'Uncertain page numbers',
  invoice: 'Differing invoice',
};

export const FailOnField = ({ value, onChange, problems }: OptionsFieldsProps) => (
  <Checkbox.Group
    label="Fail on"
    description="An error instead of a damaged document. Nothing is stored or charged."
    value={value.failOn ?? []}
    error={problems?.failOn}
    onChange={(kinds) => {
      const failOn = FAULT_KINDS.filter((kind) => kinds.includes(kind));
      onChange(withChange(value, { failOn }));
    }}
  >
    <Group gap="md" mt="xs">
      {FAULT_KINDS.map((kind) => (
        <Checkbox key={kind} value={kind} label={LABELS[kind]} />
      ))}
    </Group>
  </Checkbox.Group>
);
