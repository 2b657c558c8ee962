import { Autocomplete, SimpleGrid } from '@mantine/core';
import { SettingsGroup } from './SettingsGroup.tsx';
import { type OptionsFieldsProps, withChange } from './with-change.ts';

/** Suggestions. Any locale that the browser knows can be entered. */
const LOCALES = [
  'en-US',
  'en-GB',
  'de-DE',
  'de-AT',
  'de-CH',
  'fr-FR',
  'es-ES',
  'it-IT',
  'nl-NL',
  'pt-BR',
  'pt-PT',
  'sv-SE',
  'da-DK',
  'nb-NO',
  'fi-FI',
  'pl-PL',
  'cs-CZ',
  'tr-TR',
  'ja-JP',
  'ko-KR',
  'zh-CN',
  'hi-IN',
  'ar-EG',
  'he-IL',
];
const TIME_ZONES = ['UTC', ...Intl.supportedValuesOf('timeZone')];
const MAX_SHOWN = 30;

export function LanguageFields({ value, onChange, problems }: OptionsFieldsProps) {
  const { locale = '', timeZone = '' } = value;
  return (
    <SettingsGroup
      title="Language"
      description="Helpers use these to format numbers, currencies, dates and times."
    >
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <Autocomplete
          label="Locale"
          placeholder="en-US"
          data={LOCALES}
          limit={MAX_SHOWN}
          value={locale}
          onChange={(typed) => onChange(withChange(value, { locale: typed || undefined }))}
          error={problems?.locale}
        />
        <Autocomplete
          label="Time zone"
          placeholder="UTC"
          data={TIME_ZONES}
          limit={MAX_SHOWN}
          value={timeZone}
          onChange={(typed) => onChange(withChange(value, { timeZone: typed || undefined }))}
          error={problems?.timeZone}
        />
      </SimpleGrid>
    </SettingsGroup>
  );
}
