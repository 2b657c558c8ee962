import { Accordion, Stack, Switch, Text } from '@mantine/core';
import { useEffect } from 'react';
import { AttachmentFields } from './AttachmentFields.tsx';
import type { Edge } from './band-list.ts';
import { BandSummary } from './BandSummary.tsx';
import { EncryptionFields } from './EncryptionFields.tsx';
import { FilenameField } from './FilenameField.tsx';
import { LanguageFields } from './LanguageFields.tsx';
import { LetterheadFields } from './LetterheadFields.tsx';
import { MetadataFields } from './MetadataFields.tsx';
import { PageFields } from './PageFields.tsx';
import { PrintFields } from './PrintFields.tsx';
import { SettingsGroup } from './SettingsGroup.tsx';
import { WatermarkFields } from './WatermarkFields.tsx';
import type { OptionsFieldsProps } from './with-change.ts';

interface OptionsFormProps extends OptionsFieldsProps {
  /** The filename with the sample data. It is null if it cannot be rendered; undefined hides it. */
  readonly filename?: string | null;
  /** Opens the tab of the header or the footer. */
  readonly onEditBand: (edge: Edge) => void;
  readonly isAdvancedOpen: boolean;
  readonly onAdvanced: (isOpen: boolean) => void;
  /** Undefined if the document has no placeholders. */
  readonly placeholders?: Placeholders;
  /** The text below the password fields. */
  readonly passwordHint?: string;
}

interface Placeholders {
  readonly isFilled: boolean;
  readonly onChange: (isFilled: boolean) => void;
}

/** The options of a template or a request: first those that most documents have, then those that few need. */
export function OptionsForm({
  filename,
  onEditBand,
  isAdvancedOpen,
  onAdvanced,
  placeholders,
  passwordHint,
  ...fields
}: OptionsFormProps) {
  const { problems = {} } = fields;
  const isAdvancedFaulty = Object.keys(problems).some(isAdvanced);
  useEffect(() => {
    if (isAdvancedFaulty) onAdvanced(true);
  }, [isAdvancedFaulty, onAdvanced]);
  return (
    <Stack p="lg" gap="xl" maw={640}>
      <SettingsGroup
        title="Page"
        description="If a header or footer is taller than the margin, the margin grows."
      >
        <PageFields {...fields} />
      </SettingsGroup>
      <SettingsGroup title="Header and footer">
        <BandSummary edge="header" {...fields} onEdit={() => onEditBand('header')} />
        <BandSummary edge="footer" {...fields} onEdit={() => onEditBand('footer')} />
      </SettingsGroup>
      <SettingsGroup title="Filename">
        <FilenameField {...fields} filename={filename} />
      </SettingsGroup>
      <LanguageFields {...fields} />
      <Accordion
        variant="contained"
        order={3}
        // A link to a field in it puts the focus there at once.
        transitionDuration={0}
        value={isAdvancedOpen ? ADVANCED : null}
        onChange={(opened) => onAdvanced(opened === ADVANCED)}
      >
        <Accordion.Item value={ADVANCED}>
          <Accordion.Control>
            Advanced
            <Text size="xs" c="dimmed">
              Printing, tagging, conditions, placeholders, metadata, attachments, letterhead, watermark,
              encryption
            </Text>
          </Accordion.Control>
          <Accordion.Panel>
            <AdvancedOptions {...fields} placeholders={placeholders} passwordHint={passwordHint} />
          </Accordion.Panel>
        </Accordion.Item>
      </Accordion>
    </Stack>
  );
}

const ADVANCED = 'advanced';

/** Returns whether a field is under Advanced. An empty name is a problem of all settings together. */
const isAdvanced = (field: string): boolean =>
  field !== '' &&
  !/^(?:format|orientation|width|height|margin|header|footer|outputName|locale|timeZone)\b/.test(field);

type AdvancedOptionsProps = OptionsFieldsProps & Pick<OptionsFormProps, 'placeholders' | 'passwordHint'>;

function AdvancedOptions({ placeholders, passwordHint, ...fields }: AdvancedOptionsProps) {
  return (
    <Stack gap="xl">
      <SettingsGroup title="Printing">
        <PrintFields {...fields} />
      </SettingsGroup>
      {placeholders !== undefined && (
        <SettingsGroup title="Placeholders">
          <Switch
            label="Fill placeholders in the document"
            description="If this is off, the document is printed as it is, with every {{. Header, footer and filename are still filled."
            checked={placeholders.isFilled}
            onChange={(event) => placeholders.onChange(event.currentTarget.checked)}
          />
        </SettingsGroup>
      )}
      <SettingsGroup title="Metadata" description="What the PDF says about itself. Can contain Handlebars.">
        <MetadataFields {...fields} />
      </SettingsGroup>
      <SettingsGroup title="Attachments" description="Files inside the PDF.">
        <AttachmentFields {...fields} />
      </SettingsGroup>
      <SettingsGroup title="Letterhead" description="A PDF of your own below the pages.">
        <LetterheadFields {...fields} />
      </SettingsGroup>
      <SettingsGroup title="Watermark" description="A text on the pages.">
        <WatermarkFields {...fields} />
      </SettingsGroup>
      <SettingsGroup title="Encryption" description={passwordHint}>
        <EncryptionFields {...fields} />
      </SettingsGroup>
    </Stack>
  );
}
