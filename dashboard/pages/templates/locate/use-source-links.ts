import { useDebouncedCallback } from '@mantine/hooks';
import { useState } from 'react';
import type { SourceLinks } from '../../../document-editor/PreviewPane.tsx';
import { readJsonObject } from '../../../json/json-object.ts';
import type { ClickedText, WantedText } from '../../../pdf/text-places.ts';
import type { Draft } from '../draft.ts';
import { chosenText } from '../samples.ts';
import type { TemplatePlace } from '../template-place.ts';
import { findInPreview, findInSource } from './locate.ts';

/** The cursor must rest for this long before the preview moves. */
const REST_MS = 250;

interface LinkedSource {
  readonly links: SourceLinks;
  readonly onCursor: (offset: number | null) => void;
}

/** Leads from the preview to the source, and from the source to the preview. */
export function useSourceLinks(draft: Draft, goTo: TemplatePlace['goTo']): LinkedSource {
  const [shown, setShown] = useState<WantedText | null>(null);
  const data = () => readJsonObject(chosenText(draft)).value ?? {};

  const onCursor = useDebouncedCallback((offset: number | null) => {
    // The preview of a changed text stays where it is.
    setShown(offset === null ? null : findInPreview(draft.content, offset, data()));
  }, REST_MS);

  function onText(clicked: ClickedText) {
    const found = findInSource(clicked, draft, data());
    if (found === null) return;
    const { tab, band, from, to } = found;
    goTo({ tab, band, range: { from, to } });
  }

  return { links: { onText, shown }, onCursor };
}
