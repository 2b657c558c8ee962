import { NativeSelect } from '@mantine/core';
import type { Editing } from '../use-draft.ts';
import { readTranslations } from '../draft.ts';

/** Chooses the locale that the preview prints, if the template has translations. */
export function LocaleChoice({ editing: { draft, change } }: { readonly editing: Editing }) {
  const { translationsText, previewLocale, settings } = draft;
  const locales = Object.keys(readTranslations(translationsText) ?? {});
  if (locales.length === 0) return null;
  const preset = settings.locale || locales[0];
  return (
    <NativeSelect
      aria-label="Locale of the preview"
      size="xs"
      value={previewLocale ?? ''}
      data={[{ value: '', label: `${preset} (default)` }, ...locales]}
      onChange={(event) => change({ previewLocale: event.currentTarget.value || undefined })}
    />
  );
}
