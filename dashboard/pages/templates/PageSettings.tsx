import { Stack } from '@mantine/core';
import { PageFields } from '../../page-options/PageFields.tsx';
import { PrintFields } from '../../page-options/PrintFields.tsx';
import { LanguageFields } from './LanguageFields.tsx';
import { SettingsGroup } from './SettingsGroup.tsx';
import type { Editing } from './use-draft.ts';
import type { Problems } from './use-problems.ts';

interface PageSettingsProps {
  readonly editing: Editing;
  readonly problems: Problems;
}

export function PageSettings({ editing, problems }: PageSettingsProps) {
  const { settings } = editing.draft;
  const fields = {
    value: settings,
    // `settings` also has a locale and a time zone, which the fields below keep.
    onChange: (options: typeof settings) => editing.change({ settings: options }),
    problems: problems.settings,
  };
  return (
    <Stack p="lg" gap="xl" maw={640}>
      <SettingsGroup
        title="Page"
        description="If a header or footer is taller than the margin, the margin grows."
      >
        <PageFields {...fields} />
      </SettingsGroup>
      <LanguageFields editing={editing} problems={problems} />
      <SettingsGroup title="Printing">
        <PrintFields {...fields} filename={problems.filename} />
      </SettingsGroup>
    </Stack>
  );
}
