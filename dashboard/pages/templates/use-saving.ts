import { notifications } from '@mantine/notifications';
import { useState } from 'react';
import { toErrorMessage } from '../../api/error-message.ts';
import { hasErrorCode } from '../../api/request-error.ts';
import { type Draft, readOptionalObject } from './draft.ts';
import { findBrokenSample } from './samples.ts';
import { type Editing, UnfinishedJsonError } from './use-draft.ts';
import type { TemplateTab } from './template-place.ts';

export type SaveAction = 'save' | 'publish';

/** Saves, and shows the result. @param onInvalidJson called with the tab whose JSON cannot be saved */
export function useSaving(
  { draft, change, save, publish }: Editing,
  onInvalidJson: (tab: TemplateTab) => void,
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
        onInvalidJson(broken >= 0 ? 'sample' : findBrokenField(draft));
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

const findBrokenField = ({ schemaText }: Draft): TemplateTab =>
  readOptionalObject(schemaText) === undefined ? 'schema' : 'languages';
