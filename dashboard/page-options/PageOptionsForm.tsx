import { Accordion, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { AttachmentFields } from './AttachmentFields.tsx';
import { isAnyBandOn } from './band-list.ts';
import { BandFields } from './BandFields.tsx';
import { EncryptionFields } from './EncryptionFields.tsx';
import { FilenameField } from './FilenameField.tsx';
import { MetadataFields } from './MetadataFields.tsx';
import { type OptionsFieldsProps, withChange } from './with-change.ts';
import { PageFields } from './PageFields.tsx';
import { PrintFields } from './PrintFields.tsx';
import { WatermarkFields } from './WatermarkFields.tsx';

export function PageOptionsForm({ value, onChange, problems }: OptionsFieldsProps) {
  const change = (part: Partial<OptionsFieldsProps['value']>) => onChange(withChange(value, part));
  const fields = { value, onChange, problems };
  return (
    <Accordion multiple defaultValue={['page']} variant="contained" order={3}>
      <Section id="page" title={`Page and margins · ${value.format ?? 'A4'}`}>
        <PageFields {...fields} />
      </Section>
      <Section id="header" title={`Header · ${isAnyBandOn(value.header) ? 'On' : 'Off'}`}>
        <BandFields
          edge="header"
          value={value.header}
          onChange={(header) => change({ header })}
          skipFirst={value.skipFirstHeader ?? false}
          onSkipFirst={(skip) => change({ skipFirstHeader: skip })}
        />
      </Section>
      <Section id="footer" title={`Footer · ${isAnyBandOn(value.footer) ? 'On' : 'Off'}`}>
        <BandFields
          edge="footer"
          value={value.footer}
          onChange={(footer) => change({ footer })}
          skipFirst={value.skipFirstFooter ?? false}
          onSkipFirst={(skip) => change({ skipFirstFooter: skip })}
        />
      </Section>
      <Section id="print" title="Printing and filename">
        <Stack gap="sm">
          <FilenameField {...fields} />
          <PrintFields {...fields} />
        </Stack>
      </Section>
      <Section id="metadata" title={`Metadata · ${value.metadata ? 'On' : 'Off'}`}>
        <MetadataFields {...fields} />
      </Section>
      <Section id="attachments" title={`Attachments · ${value.attachments?.length ?? 0}`}>
        <AttachmentFields {...fields} />
      </Section>
      <Section id="watermark" title={`Watermark · ${value.watermark ? 'On' : 'Off'}`}>
        <WatermarkFields {...fields} />
      </Section>
      <Section id="encryption" title={`Encryption · ${value.encryption ? 'On' : 'Off'}`}>
        <EncryptionFields {...fields} />
      </Section>
    </Accordion>
  );
}

interface SectionProps {
  readonly id: string;
  readonly title: string;
  readonly children: ReactNode;
}

const Section = ({ id, title, children }: SectionProps) => (
  <Accordion.Item value={id}>
    <Accordion.Control>{title}</Accordion.Control>
    <Accordion.Panel>{children}</Accordion.Panel>
  </Accordion.Item>
);
