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

/** Everything that a template sets besides its texts. Lengths are millimetres. */
export function PageSettings({ editing, problems }: PageSettingsProps) {
  const { settings } = editing.draft;
  const fields = {
    value: settings,
    // Locale and time zone are no options of a request: whoever changes those passes these on.
    onChange: (options: typeof settings) => editing.change({ settings: options }),
    problems: problems.settings,
  };
  return (
    <Stack p="lg" gap="xl" maw={640}>
      <SettingsGroup
        title="Page"
        description="A header or footer that is taller than its margin takes the room it needs."
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
