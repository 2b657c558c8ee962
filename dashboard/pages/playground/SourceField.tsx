import { Input, SegmentedControl } from '@mantine/core';
import { useId } from 'react';
import { readJsonObject } from '../../json/json-object.ts';
import { changeSource } from './default-draft.ts';
import { EditorField } from './EditorField.tsx';
import type { DraftFieldsProps } from './request-draft.ts';
import { TemplateField } from './TemplateField.tsx';

export function SourceField(props: DraftFieldsProps) {
  const { draft, onChange, problems } = props;
  const sourceId = useId();
  const data = readJsonObject(draft.dataText);
  return (
    <>
      <div>
        <Input.Label id={sourceId}>Source</Input.Label>
        <SegmentedControl
          fullWidth
          aria-labelledby={sourceId}
          value={draft.source}
          onChange={(source) => onChange(changeSource(draft, source === 'template' ? 'template' : 'html'))}
          data={[
            { value: 'html', label: 'HTML' },
            { value: 'template', label: 'Saved template' },
          ]}
        />
      </div>
      {draft.source === 'html' ? (
        <EditorField
          label="HTML"
          description="Can contain Handlebars."
          language="template"
          heightPx={320}
          value={draft.html}
          onChange={(html) => onChange({ html })}
          problem={problems.source === undefined ? undefined : { message: problems.source, at: null }}
          data={data.value}
        />
      ) : (
        <TemplateField {...props} />
      )}
    </>
  );
}
