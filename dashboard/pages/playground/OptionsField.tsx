import { List, Switch, Tabs, Text } from '@mantine/core';
import { describeIssue } from '../../../schema/api/issues.ts';
import { pdfOptions } from '../../../schema/api/pdf-options.ts';
import { readJsonObject } from '../../json/json-object.ts';
import { type JsonObject, formatJson } from '../../json/json-value.ts';
import { withChange } from '../../page-options/with-change.ts';
import { PageOptionsForm } from '../../page-options/PageOptionsForm.tsx';
import { EditorField } from './EditorField.tsx';
import type { DraftFieldsProps } from './request-draft.ts';

export function OptionsField({ draft, onChange, problems }: DraftFieldsProps) {
  const write = (options: object) => onChange({ optionsText: formatJson(options) });
  return (
    <Tabs defaultValue="form" keepMounted={false}>
      <Tabs.List mb="sm" aria-label="Edit options as">
        <Tabs.Tab value="form">Form</Tabs.Tab>
        <Tabs.Tab value="json">JSON</Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="form">
        <AsForm text={draft.optionsText} onWrite={write} />
      </Tabs.Panel>
      <Tabs.Panel value="json">
        <EditorField
          label="Options (JSON)"
          description="The options of the request."
          language="json"
          heightPx={260}
          value={draft.optionsText}
          onChange={(optionsText) => onChange({ optionsText })}
          problem={problems.options}
        />
      </Tabs.Panel>
    </Tabs>
  );
}

interface AsFormProps {
  readonly text: string;
  readonly onWrite: (options: object) => void;
}

/** The form needs options that match the schema. It keeps unknown fields. */
function AsForm({ text, onWrite }: AsFormProps) {
  const { value, problem } = readJsonObject(text);
  if (problem !== null) return <FormUnavailable problems={[problem.message]} />;
  const options = pdfOptions.loose().safeParse(value);
  if (!options.success) return <FormUnavailable problems={options.error.issues.map(describeIssue)} />;
  return (
    <>
      <PageOptionsForm value={options.data} onChange={onWrite} />
      <Switch
        mt="md"
        label="Include a rendering report"
        description="The response lists warnings, failed resources, console errors and missing glyphs."
        checked={value.report === true}
        onChange={(event) =>
          onWrite(withChange<JsonObject>(value, { report: event.currentTarget.checked || undefined }))
        }
      />
    </>
  );
}

function FormUnavailable({ problems }: { readonly problems: readonly string[] }) {
  return (
    <>
      <Text size="sm">The form cannot show this JSON:</Text>
      <List size="sm" mt={4}>
        {problems.map((problem) => (
          <List.Item key={problem}>{problem}</List.Item>
        ))}
      </List>
    </>
  );
}
