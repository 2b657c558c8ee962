import { readFile } from 'node:fs/promises';
import { listBands } from '../../schema/api/band-options.ts';
import type { TemplateSettings } from '../../schema/api/pdf-options.ts';
import type { StarterName } from '../../dashboard/starters/starters.ts';
import { inProject } from '../project.ts';

export interface Starter {
  readonly content: string;
  /** Header and footer included. */
  readonly settings: TemplateSettings;
  readonly data: Readonly<Record<string, unknown>>;
}

export async function readStarter(name: StarterName): Promise<Starter> {
  const read = (file: string) => readFile(inProject('dashboard', 'starters', name, file), 'utf8');
  const [content, settings, data] = await Promise.all([
    read('document.hbs'),
    read('settings.json').then((text) => JSON.parse(text) as TemplateSettings),
    read('data.json').then((text) => JSON.parse(text) as Record<string, unknown>),
  ]);
  const readBand = async (band: 'header' | 'footer') => {
    const [options] = listBands(settings[band]);
    return options && { [band]: { ...options, content: await read(`${band}.hbs`) } };
  };
  return {
    content,
    settings: { ...settings, ...(await readBand('header')), ...(await readBand('footer')) },
    data,
  };
}
