import { notifications } from '@mantine/notifications';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { PartialBody } from '../../../schema/api/components.ts';
import { toErrorMessage } from '../../api/error-message.ts';
import { partialQuery, partialsKey, putPartial } from './partials-api.ts';

export interface PartialDraft {
  /** The partial as it was last saved, or null before the first save. */
  readonly saved: PartialBody | null;
  readonly content: string;
  readonly change: (content: string) => void;
  readonly unsaved: boolean;
  readonly saving: boolean;
  /** Saves the text. Rejects if the service does not accept it. */
  readonly save: () => Promise<void>;
  /** Saves the text and shows the outcome. Never rejects. */
  readonly saveAndNotify: () => Promise<void>;
}

export function usePartialDraft(ws: string, name: string, loaded: PartialBody | null): PartialDraft {
  const queryClient = useQueryClient();
  const [saved, setSaved] = useState(loaded);
  const [content, change] = useState(loaded?.content ?? '');
  const [saving, setSaving] = useState(false);

  async function save() {
    setSaving(true);
    try {
      const partial = await putPartial(ws, name, { content });
      setSaved(partial);
      queryClient.setQueryData(partialQuery(ws, name).queryKey, partial);
      await queryClient.invalidateQueries({
        queryKey: partialsKey(ws),
        predicate: ({ queryKey }) => queryKey[3] !== 'one',
      });
    } finally {
      setSaving(false);
    }
  }

  async function saveAndNotify() {
    if (saving) return;
    try {
      await save();
      notifications.show({ message: 'The partial was saved.' });
    } catch (error) {
      notifications.show({
        color: 'danger',
        autoClose: false,
        title: 'Not saved',
        message: toErrorMessage(error),
      });
    }
  }

  return { saved, content, change, unsaved: content !== (saved?.content ?? ''), saving, save, saveAndNotify };
}
