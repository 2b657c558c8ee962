import { Input, SegmentedControl } from '@mantine/core';
import { useId } from 'react';
import { readJsonObject } from '../../json/json-object.ts';
import { changeSource } from './default-draft.ts';
import { EditorField } from './EditorField.tsx';
import type { DraftFieldsProps } from './RequestForm.tsx';
import { TemplateField } from './TemplateField.tsx';

/** What is printed: HTML of the request, or a saved template. */
export function SourceField(props: DraftFieldsProps) {
  const { draft, onChange, problems } = props;
  const sourceId = useId();
  const data = readJsonObject(draft.dataText);
  return (
    <>
      <div>
        <Input.Label id={sourceId}>Print</Input.Label>
        <SegmentedControl
          fullWidth
          aria-labelledby={sourceId}
          value={draft.source}
          onChange={(source) => onChange(changeSource(draft, source === 'template' ? 'template' : 'html'))}
          data={[
            { value: 'html', label: 'HTML' },
            { value: 'template', label: 'A saved template' },
          ]}
        />
      </div>
      {draft.source === 'html' ? (
        <EditorField
          label="HTML"
          description="With Handlebars, if you like."
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
