import { Group } from '@mantine/core';
import { useState } from 'react';
import type { EditorTab } from '../../document-editor/DocumentEditor.tsx';
import { Note, Scrolls, TextEditor, ViewChoice } from '../../document-editor/panel-parts.tsx';
import type { EditorPlace } from '../../document-editor/use-editor-place.ts';
import { readJsonObject } from '../../json/json-object.ts';
import type { Edge } from '../../page-options/band-list.ts';
import { BandPanel } from '../../page-options/BandPanel.tsx';
import bar from '../../page-options/BandSettings.module.css';
import { OptionsForm } from '../../page-options/OptionsForm.tsx';
import { editOptions } from './edit-options.ts';
import type { DraftFieldsProps } from './request-draft.ts';
import { SOURCE_LABELS } from './SourceField.tsx';

export type RequestTab = 'request' | 'text' | 'access' | 'header' | 'footer' | 'data' | 'options';

interface TabsOfRequest extends DraftFieldsProps {
  readonly place: EditorPlace<RequestTab>;
  readonly form: React.ReactNode;
}

type Tab = EditorTab<RequestTab>;

const count = (...problems: readonly unknown[]): number =>
  problems.filter((problem) => problem !== undefined).length;

export function listTabs({ form, ...props }: TabsOfRequest): readonly [Tab, ...Tab[]] {
  const { draft, problems } = props;
  const { source } = draft;
  const isText = source === 'html' || source === 'markdown';
  return [
    {
      name: 'request',
      label: 'Request',
      problems: count(isText ? undefined : problems.source, problems.filename, problems.idempotencyKey),
      scrolls: true,
      content: form,
    },
    ...(isText
      ? [
          {
            name: 'text',
            label: SOURCE_LABELS[source],
            problems: count(problems.source),
            content: <TextPanel key={source} field={source} {...props} />,
          } as const,
        ]
      : []),
    ...(source === 'url'
      ? [
          {
            name: 'access',
            label: 'Access',
            problems: count(problems.access),
            content: <AccessPanel {...props} />,
          } as const,
        ]
      : []),
    { name: 'header', label: 'Header', content: <EdgePanel {...props} edge="header" /> },
    { name: 'footer', label: 'Footer', content: <EdgePanel {...props} edge="footer" /> },
    { name: 'data', label: 'Data', problems: count(problems.data), content: <DataPanel {...props} /> },
    {
      name: 'options',
      label: 'Page',
      problems: count(problems.options),
      content: <OptionsPanel {...props} />,
    },
  ];
}

type PanelProps = Omit<TabsOfRequest, 'form'>;

const asList = <Problem,>(problem: Problem | undefined): readonly Problem[] =>
  problem === undefined ? [] : [problem];

const readData = ({ draft }: PanelProps) => readJsonObject(draft.dataText).value ?? {};

function TextPanel({ field, ...props }: PanelProps & { readonly field: 'html' | 'markdown' }) {
  const { draft, onChange, problems } = props;
  return (
    <TextEditor
      label={SOURCE_LABELS[field]}
      language="template"
      value={draft[field]}
      onChange={(text) => onChange({ [field]: text })}
      problems={problems.source === undefined ? [] : [{ message: problems.source, at: null }]}
      data={readData(props)}
    />
  );
}

const AccessPanel = ({ draft, onChange, problems }: PanelProps) => (
  <>
    <Note>
      Optional: an object with headers and cookies. They are sent to the origin of the address only.
    </Note>
    <TextEditor
      label="Headers and cookies (JSON)"
      language="json"
      value={draft.accessText}
      onChange={(accessText) => onChange({ accessText })}
      problems={asList(problems.access)}
    />
  </>
);

const DataPanel = ({ draft, onChange, problems }: PanelProps) => (
  <>
    <Note>The values for the Handlebars placeholders.</Note>
    <TextEditor
      label="Data (JSON)"
      language="json"
      value={draft.dataText}
      onChange={(dataText) => onChange({ dataText })}
      problems={asList(problems.data)}
    />
  </>
);

function EdgePanel({ edge, ...props }: PanelProps & { readonly edge: Edge }) {
  const { options, write } = editOptions(props.draft, props.onChange);
  if (options === null) return <Note>The options are not valid. Correct their JSON in the tab Page.</Note>;
  return (
    <BandPanel edge={edge} value={options} onChange={write} place={props.place} data={readData(props)} />
  );
}

function OptionsPanel({ draft, onChange, place }: PanelProps) {
  const { options, problems, write } = editOptions(draft, onChange);
  const [view, setView] = useState<'form' | 'json'>('form');
  const isForm = view === 'form' && options !== null;
  return (
    <>
      <Group className={bar.bar} gap="xs">
        <ViewChoice
          label="How to edit the options"
          value={isForm ? 'form' : 'json'}
          disabled={options === null}
          onChange={setView}
          views={[
            { value: 'form', label: 'Form' },
            { value: 'json', label: 'JSON' },
          ]}
        />
      </Group>
      {isForm ? (
        <Scrolls>
          <OptionsForm
            value={options}
            onChange={write}
            onEditBand={(edge) => place.goTo({ tab: edge })}
            isAdvancedOpen={place.isAdvancedOpen}
            onAdvanced={place.setAdvancedOpen}
            placeholders={
              draft.source === 'url'
                ? undefined
                : { isFilled: draft.isFilled, onChange: (isFilled) => onChange({ isFilled }) }
            }
          />
        </Scrolls>
      ) : (
        <TextEditor
          label="Options (JSON)"
          language="json"
          value={draft.optionsText}
          onChange={(optionsText) => onChange({ optionsText })}
          problems={problems}
        />
      )}
    </>
  );
}
