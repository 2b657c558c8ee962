import { Input, SegmentedControl } from '@mantine/core';
import { useId } from 'react';
import { GENERATION_METHODS, type GenerationMethod } from '../../../schema/api/sources.ts';
import { AddressField } from './AddressField.tsx';
import { changeSource } from './default-draft.ts';
import type { DraftFieldsProps } from './request-draft.ts';
import { TemplateField } from './TemplateField.tsx';

export const SOURCE_LABELS: Readonly<Record<GenerationMethod, string>> = {
  html: 'HTML',
  template: 'Saved template',
  markdown: 'Markdown',
  url: 'URL',
};

/** Chooses what is printed. HTML and Markdown have a tab of their own. */
export function SourceField(props: DraftFieldsProps) {
  const { draft, onChange } = props;
  const sourceId = useId();
  return (
    <>
      <div>
        <Input.Label id={sourceId}>Source</Input.Label>
        <SegmentedControl
          fullWidth
          aria-labelledby={sourceId}
          value={draft.source}
          onChange={(value) => {
            const source = GENERATION_METHODS.find((method) => method === value);
            if (source !== undefined) onChange(changeSource(draft, source));
          }}
          data={Object.entries(SOURCE_LABELS).map(([value, label]) => ({ value, label }))}
        />
      </div>
      {draft.source === 'template' && <TemplateField {...props} />}
      {draft.source === 'url' && <AddressField {...props} />}
    </>
  );
}
