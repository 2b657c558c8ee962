import { Accordion, Stack, Switch, Text } from '@mantine/core';
import { useEffect } from 'react';
import { AttachmentFields } from '../../page-options/AttachmentFields.tsx';
import { EncryptionFields } from '../../page-options/EncryptionFields.tsx';
import { FilenameField } from '../../page-options/FilenameField.tsx';
import { MetadataFields } from '../../page-options/MetadataFields.tsx';
import { PageFields } from '../../page-options/PageFields.tsx';
import { PrintFields } from '../../page-options/PrintFields.tsx';
import { WatermarkFields } from '../../page-options/WatermarkFields.tsx';
import { BandSummary } from './BandSummary.tsx';
import { LanguageFields } from './LanguageFields.tsx';
import { SettingsGroup } from './SettingsGroup.tsx';
import type { EditorPlace } from './use-editor-place.ts';
import type { Editing } from './use-draft.ts';
import type { Problems } from './use-problems.ts';

interface PageSettingsProps {
  readonly editing: Editing;
  readonly problems: Problems;
  readonly place: EditorPlace;
}

/** Shows the settings that every template has, then those that few templates need. */
export function PageSettings({ editing, problems, place }: PageSettingsProps) {
  const fields = toFields(editing, problems);
  const { isAdvancedOpen, setAdvancedOpen } = place;
  const isAdvancedFaulty = Object.keys(problems.settings).some(isAdvanced);
  useEffect(() => {
    if (isAdvancedFaulty) setAdvancedOpen(true);
  }, [isAdvancedFaulty, setAdvancedOpen]);
  return (
    <Stack p="lg" gap="xl" maw={640}>
      <SettingsGroup
        title="Page"
        description="If a header or footer is taller than the margin, the margin grows."
      >
        <PageFields {...fields} />
      </SettingsGroup>
      <SettingsGroup title="Header and footer">
        <BandSummary edge="header" editing={editing} place={place} />
        <BandSummary edge="footer" editing={editing} place={place} />
      </SettingsGroup>
      <SettingsGroup title="Filename">
        <FilenameField {...fields} filename={problems.filename} />
      </SettingsGroup>
      <LanguageFields editing={editing} problems={problems} />
      <Accordion
        variant="contained"
        order={3}
        // A link to a field in it puts the focus there at once.
        transitionDuration={0}
        value={isAdvancedOpen ? ADVANCED : null}
        onChange={(opened) => setAdvancedOpen(opened === ADVANCED)}
      >
        <Accordion.Item value={ADVANCED}>
          <Accordion.Control>
            Advanced
            <Text size="xs" c="dimmed">
              Printing, tagging, conditions, placeholders, metadata, attachments, watermark, encryption
            </Text>
          </Accordion.Control>
          <Accordion.Panel>
            <AdvancedSettings editing={editing} problems={problems} />
          </Accordion.Panel>
        </Accordion.Item>
      </Accordion>
    </Stack>
  );
}

const ADVANCED = 'advanced';

/** Whether a field is under Advanced. An empty name is a problem of all settings together. */
const isAdvanced = (field: string): boolean =>
  field !== '' &&
  !/^(?:format|orientation|width|height|margin|header|footer|outputName|locale|timeZone)\b/.test(field);

function toFields({ draft: { settings }, change }: Editing, problems: Problems) {
  return {
    value: settings,
    // `settings` also has fields that are not options, which the fields below keep.
    onChange: (options: typeof settings) => change({ settings: options }),
    problems: problems.settings,
  };
}

function AdvancedSettings({ editing, problems }: Omit<PageSettingsProps, 'place'>) {
  const fields = toFields(editing, problems);
  return (
    <Stack gap="xl">
      <SettingsGroup title="Printing">
        <PrintFields {...fields} />
      </SettingsGroup>
      <SettingsGroup title="Placeholders">
        <Switch
          label="Fill placeholders in the HTML"
          description="If this is off, the HTML is printed as it is, with every {{. Header, footer and filename are still filled."
          checked={editing.draft.settings.templating !== 'none'}
          onChange={(event) =>
            editing.changeSettings({ templating: event.currentTarget.checked ? undefined : 'none' })
          }
        />
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
