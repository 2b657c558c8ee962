import { Button, Group, SegmentedControl } from '@mantine/core';
import { useState } from 'react';
import type { TextProblem } from '../../../editor/diagnostics.ts';
import { LazyCodeEditor } from '../../../editor/LazyCodeEditor.tsx';
import bar from '../BandSettings.module.css';
import tabs from '../EditorTabs.module.css';
import type { Editing } from '../use-draft.ts';
import classes from './LanguagesPanel.module.css';
import { changeText, findKeyProblem, findLocaleProblem, readTable, withKey, withLocale } from './messages.ts';
import { MessagesTable } from './MessagesTable.tsx';
import { WordDialog } from './WordDialog.tsx';

interface LanguagesPanelProps {
  readonly editing: Editing;
  /** The problems that prevent a save. */
  readonly problems: readonly TextProblem[];
}

/** The texts of the template in its languages: a table of keys by locales, or their JSON. */
export function LanguagesPanel({ editing, problems }: LanguagesPanelProps) {
  const { draft, change } = editing;
  const { translationsText: text } = draft;
  const [view, setView] = useState<'table' | 'json'>('table');
  const table = readTable(text);
  // A table cannot show JSON that is not finished.
  const isTable = view === 'table' && table !== null;
  return (
    <>
      <Group className={bar.bar} gap="xs" justify="space-between">
        <SegmentedControl
          aria-label="How to edit the translations"
          size="xs"
          value={isTable ? 'table' : 'json'}
          disabled={table === null}
          onChange={(value) => setView(value === 'json' ? 'json' : 'table')}
          data={[
            { value: 'table', label: 'Table' },
            { value: 'json', label: 'JSON' },
          ]}
        />
        {table !== null && <Additions editing={editing} />}
      </Group>
      <p className={tabs.note}>
        Optional. <code>{'{{t "key"}}'}</code> prints the message of a key in the locale of the request.
        Messages are ICU MessageFormat, such as <code>{'{count, plural, one {# row} other {# rows}}'}</code>.
      </p>
      {isTable ? (
        <div className={classes.scrolls}>
          <Problems problems={problems} />
          <MessagesTable
            table={table}
            onChange={(how) => change({ translationsText: changeText(text, how) })}
          />
        </div>
      ) : (
        <div className={tabs.editor}>
          <LazyCodeEditor
            label="Translations, JSON"
            language="json"
            value={text}
            onChange={(translationsText) => change({ translationsText })}
            problems={problems}
          />
        </div>
      )}
    </>
  );
}

/** Adds a locale, and then keys. */
function Additions({ editing: { draft, change } }: Pick<LanguagesPanelProps, 'editing'>) {
  const [dialog, setDialog] = useState<'locale' | 'key' | null>(null);
  const { translationsText: text } = draft;
  const table = readTable(text) ?? { locales: [], rows: [] };
  const close = () => setDialog(null);
  return (
    <Group gap="xs">
      <Button variant="default" size="xs" onClick={() => setDialog('locale')}>
        Add a locale
      </Button>
      <Button
        variant="default"
        size="xs"
        disabled={table.locales.length === 0}
        onClick={() => setDialog('key')}
      >
        Add a key
      </Button>
      <WordDialog
        opened={dialog === 'locale'}
        onClose={close}
        title="Add a locale"
        label="Locale"
        description="A language such as de, or one of a country such as pt-BR."
        findProblem={(word) => findLocaleProblem(table, word)}
        onWord={(locale) => change({ translationsText: changeText(text, withLocale(locale)) })}
      />
      <WordDialog
        opened={dialog === 'key'}
        onClose={close}
        title="Add a key"
        label="Key"
        description="The name of a text, such as invoice.title."
        findProblem={(word) => findKeyProblem(table, word)}
        onWord={(key) => change({ translationsText: changeText(text, withKey(key)) })}
      />
    </Group>
  );
}

function Problems({ problems }: Pick<LanguagesPanelProps, 'problems'>) {
  if (problems.length === 0) return null;
  return (
    <ul className={classes.problems} aria-label="Problems of the translations">
      {problems.map(({ message }) => (
        <li key={message}>{message}</li>
      ))}
    </ul>
  );
}
