import { Input, SegmentedControl, Switch } from '@mantine/core';
import { useId } from 'react';
import { GENERATION_METHODS, type GenerationMethod } from '../../../schema/api/sources.ts';
import { readJsonObject } from '../../json/json-object.ts';
import { AddressField } from './AddressField.tsx';
import { changeSource } from './default-draft.ts';
import { EditorField } from './EditorField.tsx';
import type { DraftFieldsProps } from './request-draft.ts';
import { TemplateField } from './TemplateField.tsx';

const LABELS: Readonly<Record<GenerationMethod, string>> = {
  html: 'HTML',
  template: 'Saved template',
  markdown: 'Markdown',
  url: 'URL',
};

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
          data={Object.entries(LABELS).map(([value, label]) => ({ value, label }))}
        />
      </div>
      <Source {...props} />
      {draft.source !== 'url' && (
        <Switch
          label="Fill placeholders"
          description="Off prints the document as it is, with every {{. Header, footer and filename are filled all the same."
          checked={draft.isFilled}
          onChange={(event) => onChange({ isFilled: event.currentTarget.checked })}
        />
      )}
    </>
  );
}

function Source(props: DraftFieldsProps) {
  switch (props.draft.source) {
    case 'template':
      return <TemplateField {...props} />;
    case 'url':
      return <AddressField {...props} />;
    case 'markdown':
      return (
        <TextSource
          {...props}
          field="markdown"
          description="Can contain Handlebars, tables, footnotes and tasks."
        />
      );
    case 'html':
    default:
      return <TextSource {...props} field="html" description="Can contain Handlebars." />;
  }
}

interface TextSourceProps extends DraftFieldsProps {
  readonly field: 'html' | 'markdown';
  readonly description: string;
}

function TextSource({ draft, onChange, problems, field, description }: TextSourceProps) {
  return (
    <EditorField
      key={field}
      label={LABELS[field]}
      description={description}
      language="template"
      heightPx={320}
      value={draft[field]}
      onChange={(text) => onChange({ [field]: text })}
      problem={problems.source === undefined ? undefined : { message: problems.source, at: null }}
      data={readJsonObject(draft.dataText).value}
    />
  );
}
