import { List, Switch, Tabs, Text } from '@mantine/core';
import { describeIssue } from '../../../schema/api/issues.ts';
import { pdfOptions } from '../../../schema/api/pdf-options.ts';
import { readJsonObject } from '../../json/json-object.ts';
import { type JsonObject, writeJson } from '../../json/json-value.ts';
import { withChange } from '../../page-options/with-change.ts';
import { PageOptionsForm } from '../../page-options/PageOptionsForm.tsx';
import { EditorField } from './EditorField.tsx';
import type { DraftFieldsProps } from './RequestForm.tsx';

/** The options as a form, and as the JSON that it stands for. */
export function OptionsField({ draft, onChange, problems }: DraftFieldsProps) {
  const write = (options: object) => onChange({ optionsText: writeJson(options) });
  return (
    <Tabs defaultValue="form" keepMounted={false}>
      <Tabs.List mb="sm" aria-label="Options as">
        <Tabs.Tab value="form">Form</Tabs.Tab>
        <Tabs.Tab value="json">JSON</Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="form">
        <AsForm text={draft.optionsText} onWrite={write} />
      </Tabs.Panel>
      <Tabs.Panel value="json">
        <EditorField
          label="Options (JSON)"
          description="What a request sends as options."
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

/** Only what fits the options' schema can be a form. Fields that it does not know are carried along. */
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
        label="Report on the rendering"
        description="Failed resources, console errors and missing glyphs come with the answer."
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
      <Text size="sm">The JSON cannot be shown as a form:</Text>
      <List size="sm" mt={4}>
        {problems.map((problem) => (
          <List.Item key={problem}>{problem}</List.Item>
        ))}
      </List>
    </>
  );
}
