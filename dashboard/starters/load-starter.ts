import { listBands } from '../../schema/api/band-options.ts';
import type { TemplateSettings } from '../../schema/api/pdf-options.ts';
import { type StarterName } from './starters.ts';

export interface Starter {
  readonly content: string;
  /** Header and footer included. */
  readonly settings: TemplateSettings;
  readonly data: Readonly<Record<string, unknown>>;
}

const texts = import.meta.glob<string>('./*/*.hbs', { query: '?raw', import: 'default' });
const allSettings = import.meta.glob<TemplateSettings>('./*/settings.json', { import: 'default' });
const allData = import.meta.glob<Starter['data']>('./*/data.json', { import: 'default' });
const thumbnails = import.meta.glob<string>('./*/thumbnail.webp', {
  eager: true,
  query: '?url',
  import: 'default',
});

export const findThumbnail = (name: StarterName): string | undefined =>
  thumbnails[`./${name}/thumbnail.webp`];

export async function loadStarter(name: StarterName): Promise<Starter> {
  const text = (file: string) => texts[`./${name}/${file}.hbs`]?.();
  const [content, header, footer, settings, data] = await Promise.all([
    text('document'),
    text('header'),
    text('footer'),
    allSettings[`./${name}/settings.json`]?.(),
    allData[`./${name}/data.json`]?.(),
  ]);
  return {
    content: content ?? '',
    settings: withBands(settings ?? {}, { header, footer }),
    data: data ?? {},
  };
}

function withBands(
  settings: TemplateSettings,
  contents: Readonly<Record<'header' | 'footer', string | undefined>>,
): TemplateSettings {
  const withContent = (band: 'header' | 'footer') =>
    contents[band] !== undefined && {
      [band]: { ...listBands(settings[band])[0], content: contents[band] },
    };
  return { ...settings, ...withContent('header'), ...withContent('footer') };
}
