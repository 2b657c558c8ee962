import { Stack, Switch } from '@mantine/core';
import { AttachmentFields } from '../../page-options/AttachmentFields.tsx';
import { EncryptionFields } from '../../page-options/EncryptionFields.tsx';
import { MetadataFields } from '../../page-options/MetadataFields.tsx';
import { PageFields } from '../../page-options/PageFields.tsx';
import { PrintFields } from '../../page-options/PrintFields.tsx';
import { WatermarkFields } from '../../page-options/WatermarkFields.tsx';
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
    // `settings` also has fields that are not options, which the fields below keep.
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
      <SettingsGroup title="Placeholders">
        <Switch
          label="Fill placeholders in the HTML"
          description="Off prints the HTML as it is, with every {{. Header, footer and filename are filled all the same."
          checked={settings.templating !== 'none'}
          onChange={(event) =>
            editing.changeSettings({ templating: event.currentTarget.checked ? undefined : 'none' })
          }
        />
      </SettingsGroup>
      <LanguageFields editing={editing} problems={problems} />
      <SettingsGroup title="Printing">
        <PrintFields {...fields} filename={problems.filename} />
      </SettingsGroup>
      <SettingsGroup title="Metadata" description="What the PDF says about itself. Can contain Handlebars.">
        <MetadataFields {...fields} />
      </SettingsGroup>
      <SettingsGroup title="Attachments" description="Files inside the PDF.">
        <AttachmentFields {...fields} />
      </SettingsGroup>
      <SettingsGroup title="Watermark" description="A text on the pages.">
        <WatermarkFields {...fields} />
      </SettingsGroup>
      <SettingsGroup
        title="Encryption"
        description="A password is a placeholder, such as {{password}}, so that the template does not hold it."
      >
        <EncryptionFields {...fields} />
      </SettingsGroup>
    </Stack>
  );
}
