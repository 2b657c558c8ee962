import { Button, Group } from '@mantine/core';
import { useState } from 'react';
import type { TextProblem } from '../../../editor/diagnostics.ts';
import { Note, Scrolls, TextEditor, ViewChoice } from '../../../document-editor/panel-parts.tsx';
import bar from '../../../page-options/BandSettings.module.css';
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
        <ViewChoice
          label="How to edit the translations"
          value={isTable ? 'table' : 'json'}
          disabled={table === null}
          onChange={setView}
          views={[
            { value: 'table', label: 'Table' },
            { value: 'json', label: 'JSON' },
          ]}
        />
        {table !== null && <Additions editing={editing} />}
      </Group>
      <Note>
        Optional. <code>{'{{t "key"}}'}</code> prints the message of a key in the locale of the request.
        Messages are ICU MessageFormat, such as <code>{'{count, plural, one {# row} other {# rows}}'}</code>.
      </Note>
      {isTable ? (
        <Scrolls>
          <Problems problems={problems} />
          <MessagesTable
            table={table}
            onChange={(how) => change({ translationsText: changeText(text, how) })}
          />
        </Scrolls>
      ) : (
        <TextEditor
          label="Translations, JSON"
          language="json"
          value={text}
          onChange={(translationsText) => change({ translationsText })}
          problems={problems}
        />
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
