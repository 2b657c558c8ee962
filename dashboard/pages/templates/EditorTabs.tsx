import { Tabs, VisuallyHidden } from '@mantine/core';
import { type ComponentProps, type ReactNode, type RefObject, useEffect, useRef } from 'react';
import { LazyCodeEditor } from '../../editor/LazyCodeEditor.tsx';
import { withChange } from '../../page-options/with-change.ts';
import { readJsonObject } from '../../json/json-object.ts';
import { type Edge, fromBandList, toBandLabel, toBandList } from '../../page-options/band-list.ts';
import { toBandName } from '../../../schema/api/band-options.ts';
import { BandSettings } from './BandSettings.tsx';
import classes from './EditorTabs.module.css';
import { HTML_LABEL, toBandEditorLabel } from './field-place.ts';
import { PageSettings } from './PageSettings.tsx';
import { chosenName, chosenText, withText } from './samples.ts';
import { SampleSettings } from './SampleSettings.tsx';
import type { EditorPlace, EditorTab } from './use-editor-place.ts';
import type { Editing } from './use-draft.ts';
import type { Problems } from './use-problems.ts';
import { VersionsPane } from './VersionsPane.tsx';

interface EditorTabsProps {
  readonly workspaceId: string;
  readonly editing: Editing;
  readonly problems: Problems;
  readonly place: EditorPlace;
  /** Null if the preview is next to the tabs. */
  readonly preview: ReactNode;
  /** Gets the position of the cursor in the HTML, or null when the user selects or changes text. */
  readonly onCursor: (offset: number | null) => void;
}

const TABS: readonly { readonly value: Exclude<EditorTab, 'preview'>; readonly label: string }[] = [
  { value: 'html', label: 'HTML' },
  { value: 'header', label: 'Header' },
  { value: 'footer', label: 'Footer' },
  { value: 'sample', label: 'Data' },
  { value: 'settings', label: 'Page' },
  { value: 'schema', label: 'Schema' },
  { value: 'versions', label: 'Versions' },
];

const isTab = (value: string | null): value is EditorTab =>
  value === 'preview' || TABS.some((tab) => tab.value === value);

export function EditorTabs({ workspaceId, editing, problems, place, preview, onCursor }: EditorTabsProps) {
  // The preview is next to the tabs if it is not one of them.
  const tab = preview === null && place.tab === 'preview' ? 'html' : place.tab;
  const list = useScrollToTab(tab, preview !== null);
  return (
    <Tabs
      value={tab}
      onChange={(value) => isTab(value) && place.goTo({ tab: value })}
      className={classes.tabs}
      classNames={{ panel: classes.panel, list: classes.list, tab: classes.tab }}
    >
      <Tabs.List ref={list} aria-label="Parts of the template">
        {preview !== null && <Tabs.Tab value="preview">Preview</Tabs.Tab>}
        {TABS.map(({ value, label }) => (
          <Tabs.Tab
            key={value}
            value={value}
            rightSection={<ErrorMark count={countErrors(problems, value)} />}
          >
            {label}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <TextPanels editing={editing} problems={problems} place={place} onCursor={onCursor} />
      <Tabs.Panel value="settings" data-scrolls>
        <PageSettings editing={editing} problems={problems} place={place} />
      </Tabs.Panel>
      <Tabs.Panel value="versions" data-scrolls>
        {tab === 'versions' && <VersionsPane workspaceId={workspaceId} editing={editing} />}
      </Tabs.Panel>
      {preview !== null && <Tabs.Panel value="preview">{tab === 'preview' && preview}</Tabs.Panel>}
    </Tabs>
  );
}

/** On a phone the tabs are wider than the screen: scroll to the selected one. */
function useScrollToTab(tab: EditorTab, narrow: boolean): RefObject<HTMLDivElement | null> {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const chosen = list.current?.querySelector('[aria-selected=true]');
    chosen?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, [tab, narrow]);
  return list;
}

function countErrors(problems: Problems, tab: EditorTab): number {
  if (tab === 'settings') return Object.keys(problems.settings).length;
  return tab === 'versions' || tab === 'preview' ? 0 : problems[tab].length;
}

function ErrorMark({ count }: { readonly count: number }) {
  if (count === 0) return null;
  return (
    <span className={classes.mark}>
      <VisuallyHidden>has an error</VisuallyHidden>
    </span>
  );
}

type TextPanelsProps = Pick<EditorTabsProps, 'editing' | 'problems' | 'place' | 'onCursor'>;

function TextPanels({ editing, problems, place, onCursor }: TextPanelsProps) {
  const { draft, change } = editing;
  const { content, schemaText } = draft;
  const sampleText = chosenText(draft);
  const data = readJsonObject(sampleText).value ?? {};
  return (
    <>
      <Tabs.Panel value="html">
        <EditorBox
          label={HTML_LABEL}
          language="template"
          value={content}
          onChange={(text) => change({ content: text })}
          problems={problems.html}
          data={data}
          selection={place.findSelection('html')}
          onCursor={onCursor}
        />
      </Tabs.Panel>
      <BandPanel edge="header" editing={editing} problems={problems} place={place} data={data} />
      <BandPanel edge="footer" editing={editing} problems={problems} place={place} data={data} />
      <Tabs.Panel value="sample">
        <SampleSettings editing={editing} />
        <Note>
          The preview uses the chosen set. Sets are saved with the template, but the API does not print them.
        </Note>
        <EditorBox
          // Another set has another history.
          key={chosenName(draft)}
          label="Sample data, JSON"
          language="json"
          value={sampleText}
          onChange={(text) => change(withText(draft, text))}
          problems={problems.sample}
        />
      </Tabs.Panel>
      <Tabs.Panel value="schema">
        <Note>
          Optional. With a JSON Schema, the API rejects data that does not match it. The error names the
          field.
        </Note>
        <EditorBox
          label="Data schema, JSON"
          language="json"
          value={schemaText}
          onChange={(text) => change({ schemaText: text })}
          problems={problems.schema}
        />
      </Tabs.Panel>
    </>
  );
}

interface BandPanelProps extends Pick<EditorTabsProps, 'editing' | 'problems' | 'place'> {
  readonly edge: Edge;
  readonly data: unknown;
}

function BandPanel({ edge, editing, problems, place, data }: BandPanelProps) {
  const { [edge]: value } = editing.draft.settings;
  const bands = toBandList(value);
  const index = Math.min(place.bands[edge], bands.length - 1);
  const band = bands[index] ?? {};
  const name = toBandName(edge, value, index);
  const write = (text: string) =>
    fromBandList(bands.with(index, withChange(band, { content: text || undefined })));
  return (
    <Tabs.Panel value={edge}>
      <BandSettings
        edge={edge}
        index={index}
        onIndex={(chosen) => place.chooseBand(edge, chosen)}
        editing={editing}
        problems={problems}
      />
      <EditorBox
        // Another text has another history.
        key={index}
        label={toBandEditorLabel(toBandLabel(edge, index, bands.length))}
        language="template"
        value={band.content ?? ''}
        onChange={(text) => editing.changeSettings({ [edge]: write(text) })}
        problems={problems[edge].filter(({ document }) => document === name)}
        data={data}
        selection={place.findSelection(edge, index)}
      />
    </Tabs.Panel>
  );
}

const Note = ({ children }: { readonly children: ReactNode }) => <p className={classes.note}>{children}</p>;

const EditorBox = (props: ComponentProps<typeof LazyCodeEditor>) => (
  <div className={classes.editor}>
    <LazyCodeEditor {...props} />
  </div>
);
