import { Anchor } from '@mantine/core';
import type { TemplatePin } from '../../../schema/api/templates.ts';
import type { EditorTab } from '../../document-editor/DocumentEditor.tsx';
import { Note, TextEditor } from '../../document-editor/panel-parts.tsx';
import { readJsonObject } from '../../json/json-object.ts';
import type { Edge } from '../../page-options/band-list.ts';
import { BandPanel } from '../../page-options/BandPanel.tsx';
import { OptionsForm } from '../../page-options/OptionsForm.tsx';
import type { PartialNames } from '../partials/use-partial-names.ts';
import { HTML_LABEL } from './field-place.ts';
import { LanguagesPanel } from './languages/LanguagesPanel.tsx';
import { chosenName, chosenText, withText } from './samples.ts';
import { SampleSettings } from './SampleSettings.tsx';
import type { TemplatePlace, TemplateTab } from './template-place.ts';
import type { Editing } from './use-draft.ts';
import type { Problems } from './use-problems.ts';
import { VersionsPane } from './VersionsPane.tsx';

interface TabsOfTemplate {
  readonly workspaceId: string;
  readonly editing: Editing;
  readonly problems: Problems;
  readonly place: TemplatePlace;
  readonly partials: PartialNames;
  /** Gets the position of the cursor in the HTML, or null when the user selects or changes text. */
  readonly onCursor: (offset: number | null) => void;
}

type Tab = EditorTab<TemplateTab>;

export function listTabs({ workspaceId, onCursor, ...props }: TabsOfTemplate): readonly [Tab, ...Tab[]] {
  const { editing, problems } = props;
  return [
    tab('html', 'HTML', problems.html, <HtmlPanel {...props} onCursor={onCursor} />),
    tab('header', 'Header', problems.header, <EdgePanel {...props} edge="header" />),
    tab('footer', 'Footer', problems.footer, <EdgePanel {...props} edge="footer" />),
    tab('sample', 'Data', problems.sample, <SamplePanel {...props} />),
    {
      ...tab('settings', 'Page', Object.keys(problems.settings), <SettingsPanel {...props} />),
      scrolls: true,
    },
    tab('schema', 'Schema', problems.schema, <SchemaPanel {...props} />),
    tab(
      'languages',
      'Languages',
      problems.languages,
      <LanguagesPanel editing={editing} problems={problems.languages} />,
    ),
    {
      ...tab('versions', 'Versions', [], <VersionsPane workspaceId={workspaceId} editing={editing} />),
      scrolls: true,
      isLazy: true,
    },
  ];
}

const tab = (
  name: TemplateTab,
  label: string,
  problems: readonly unknown[],
  content: Tab['content'],
): Tab => ({
  name,
  label,
  problems: problems.length,
  content,
});

type PanelProps = Pick<TabsOfTemplate, 'editing' | 'problems' | 'place' | 'partials'>;

const readData = ({ draft }: Editing) => readJsonObject(chosenText(draft)).value ?? {};

const completionOf = ({ list, addressOf }: PartialNames) => ({ partials: list, partialAddress: addressOf });

function HtmlPanel({
  editing,
  problems,
  place,
  partials,
  onCursor,
}: PanelProps & Pick<TabsOfTemplate, 'onCursor'>) {
  return (
    <>
      <PinnedPartials pins={editing.template.pins} addressOf={partials.addressOf} />
      <TextEditor
        label={HTML_LABEL}
        language="template"
        value={editing.draft.content}
        onChange={(content) => editing.change({ content })}
        problems={problems.html}
        data={readData(editing)}
        {...completionOf(partials)}
        selection={place.findSelection('html')}
        onCursor={onCursor}
      />
    </>
  );
}

const EdgePanel = ({ edge, editing, problems, place, partials }: PanelProps & { readonly edge: Edge }) => (
  <BandPanel
    {...toFields(editing, problems)}
    edge={edge}
    place={place}
    textProblems={problems[edge]}
    data={readData(editing)}
    {...completionOf(partials)}
  />
);

function SamplePanel({ editing, problems }: PanelProps) {
  const { draft, change } = editing;
  return (
    <>
      <SampleSettings editing={editing} />
      <Note>
        The preview uses the chosen set. Sets are saved with the template, but the API does not print them.
      </Note>
      <TextEditor
        // Another set has another history.
        key={chosenName(draft)}
        label="Sample data, JSON"
        language="json"
        value={chosenText(draft)}
        onChange={(text) => change(withText(draft, text))}
        problems={problems.sample}
      />
    </>
  );
}

const SchemaPanel = ({ editing: { draft, change }, problems }: PanelProps) => (
  <>
    <Note>
      Optional. With a JSON Schema, the API rejects data that does not match it. The error names the field.
    </Note>
    <TextEditor
      label="Data schema, JSON"
      language="json"
      value={draft.schemaText}
      onChange={(schemaText) => change({ schemaText })}
      problems={problems.schema}
    />
  </>
);

const SettingsPanel = ({ editing, problems, place }: PanelProps) => (
  <OptionsForm
    {...toFields(editing, problems)}
    filename={problems.filename}
    onEditBand={(edge) => place.goTo({ tab: edge })}
    isAdvancedOpen={place.isAdvancedOpen}
    onAdvanced={place.setAdvancedOpen}
    placeholders={{
      isFilled: editing.draft.settings.templating !== 'none',
      onChange: (isFilled) => editing.changeSettings({ templating: isFilled ? undefined : 'none' }),
    }}
    passwordHint="A password is a placeholder, such as {{password}}, so that the template does not hold it."
  />
);

/** The settings also have fields that are not options, which the form keeps. */
const toFields = ({ draft: { settings }, change }: Editing, problems: Problems) => ({
  value: settings,
  onChange: (options: typeof settings) => change({ settings: options }),
  problems: problems.settings,
});

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
