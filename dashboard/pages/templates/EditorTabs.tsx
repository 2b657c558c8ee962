import { Anchor, Tabs, VisuallyHidden } from '@mantine/core';
import { type ComponentProps, type ReactNode, type RefObject, useEffect, useRef } from 'react';
import type { TemplatePin } from '../../../schema/api/templates.ts';
import { LazyCodeEditor } from '../../editor/LazyCodeEditor.tsx';
import { withChange } from '../../page-options/with-change.ts';
import { readJsonObject } from '../../json/json-object.ts';
import { type Edge, fromBandList, toBandLabel, toBandList } from '../../page-options/band-list.ts';
import { toBandName } from '../../../schema/api/band-options.ts';
import type { PartialNames } from '../partials/use-partial-names.ts';
import { BandSettings } from './BandSettings.tsx';
import classes from './EditorTabs.module.css';
import { LanguagesPanel } from './languages/LanguagesPanel.tsx';
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
  readonly partials: PartialNames;
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
  { value: 'languages', label: 'Languages' },
  { value: 'versions', label: 'Versions' },
];

const isTab = (value: string | null): value is EditorTab =>
  value === 'preview' || TABS.some((tab) => tab.value === value);

export function EditorTabs({
  workspaceId,
  editing,
  problems,
  place,
  partials,
  preview,
  onCursor,
}: EditorTabsProps) {
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
      <TextPanels
        editing={editing}
        problems={problems}
        place={place}
        partials={partials}
        onCursor={onCursor}
      />
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

type TextPanelsProps = Pick<EditorTabsProps, 'editing' | 'problems' | 'place' | 'partials' | 'onCursor'>;

function TextPanels({ editing, problems, place, partials, onCursor }: TextPanelsProps) {
  const { draft, change } = editing;
  const { content, schemaText } = draft;
  const sampleText = chosenText(draft);
  const data = readJsonObject(sampleText).value ?? {};
  return (
    <>
      <Tabs.Panel value="html">
        <PinnedPartials pins={editing.template.pins} addressOf={partials.addressOf} />
        <EditorBox
          label={HTML_LABEL}
          language="template"
          value={content}
          onChange={(text) => change({ content: text })}
          problems={problems.html}
          data={data}
          {...completionOf(partials)}
          selection={place.findSelection('html')}
          onCursor={onCursor}
        />
      </Tabs.Panel>
      <BandPanel
        edge="header"
        editing={editing}
        problems={problems}
        place={place}
        partials={partials}
        data={data}
      />
      <BandPanel
        edge="footer"
        editing={editing}
        problems={problems}
        place={place}
        partials={partials}
        data={data}
      />
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
      <Tabs.Panel value="languages">
        <LanguagesPanel editing={editing} problems={problems.languages} />
      </Tabs.Panel>
    </>
  );
}

const completionOf = ({ list, addressOf }: PartialNames) => ({ partials: list, partialAddress: addressOf });

interface PinnedPartialsProps {
  readonly pins: readonly TemplatePin[];
  readonly addressOf: (name: string) => string;
}

/** Lists the partials of the saved version, with the version of each that it prints. */
function PinnedPartials({ pins, addressOf }: PinnedPartialsProps) {
  const partials = pins.filter(({ kind }) => kind === 'partial');
  if (partials.length === 0) return null;
  return (
    <Note>
      Partials of the saved version:{' '}
      {partials.map(({ name, version }, index) => (
        <span key={name}>
          {index > 0 && ', '}
          <Anchor inherit href={addressOf(name)} target="_blank">
            {name}
          </Anchor>{' '}
          (version {version})
        </span>
      ))}
      . The preview prints the newest versions.
    </Note>
  );
}

interface BandPanelProps extends Pick<EditorTabsProps, 'editing' | 'problems' | 'place' | 'partials'> {
  readonly edge: Edge;
  readonly data: unknown;
}

function BandPanel({ edge, editing, problems, place, partials, data }: BandPanelProps) {
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
        {...completionOf(partials)}
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
