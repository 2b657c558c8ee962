import { notifications } from '@mantine/notifications';
import { useEffect, useRef, useState } from 'react';
import { toErrorMessage } from '../../api/error-message.ts';
import { hasErrorCode } from '../../api/request-error.ts';
import { type Draft, readOptionalObject } from './draft.ts';
import { findBrokenSample } from './samples.ts';
import { type Editing, UnfinishedJsonError } from './use-draft.ts';
import type { EditorTab } from './use-editor-place.ts';

export type SaveAction = 'save' | 'publish';

/** Saves, and shows the result. @param onInvalidJson called with the tab whose JSON cannot be saved */
export function useSaving(
  { draft, change, save, publish }: Editing,
  onInvalidJson: (tab: EditorTab) => void,
) {
  const [running, setRunning] = useState<SaveAction | null>(null);

  async function run(action: SaveAction, note?: string) {
    if (running !== null) return;
    setRunning(action);
    try {
      const { latestVersion } = await (action === 'save' ? save(note) : publish(note));
      const done =
        action === 'save' ? `Saved as version ${latestVersion}.` : `Version ${latestVersion} was published.`;
      notifications.show({ message: done });
    } catch (error) {
      // A dialog shows the conflict.
      if (hasErrorCode(error, 'TEMPLATE_CHANGED')) return;
      if (error instanceof UnfinishedJsonError) {
        const broken = findBrokenSample(draft.samples);
        if (broken >= 0) change({ chosenSample: broken });
        onInvalidJson(broken >= 0 ? 'sample' : findBrokenPart(draft));
        notifications.show({ color: 'danger', message: 'Not saved. The JSON in this tab is not valid.' });
      } else {
        notifications.show({
          color: 'danger',
          autoClose: false,
          title: action === 'save' ? 'Not saved' : 'Not published',
          message: toErrorMessage(error),
        });
      }
    } finally {
      setRunning(null);
    }
  }

  return { run, running };
}

const findBrokenPart = ({ schemaText }: Draft): EditorTab =>
  readOptionalObject(schemaText) === undefined ? 'schema' : 'languages';

/** Control or Command with S. */
export function useSaveShortcut(save: () => void): void {
  const latest = useRef(save);
  latest.current = save;
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 's' || !(event.ctrlKey || event.metaKey) || event.altKey) return;
      event.preventDefault();
      latest.current();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
}
