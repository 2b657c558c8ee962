import { expect, test } from 'vitest';
import { checkTemplate } from '../../../compose/check-template.ts';
import { InvalidComposition } from '../../../compose/errors.ts';
import type { TemplateSettings } from '../../../schema/api/pdf-options.ts';
import { unlimited } from '../../support/unlimited.ts';

function problemsOf(settings: TemplateSettings): readonly string[] {
  try {
    checkTemplate({ content: '', settings, meter: unlimited() });
    return [];
  } catch (error) {
    if (error instanceof InvalidComposition) return error.details;
    throw error;
  }
}

const oneOf = (name: string, one: string, other: string) => [
  `settings.${name}: needs exactly one of "${one}" and "${other}"`,
];

test.each<[TemplateSettings, readonly string[]]>([
  [{ watermark: {} }, oneOf('watermark', 'text', 'image')],
  [{ watermark: { color: '#f00' } }, oneOf('watermark', 'text', 'image')],
  [{ watermark: { text: 'a', image: 'b' } }, oneOf('watermark', 'text', 'image')],
  [{ letterhead: { first: 1 } }, oneOf('letterhead', 'fileId', 'asset')],
  [{ letterhead: { fileId: 'a', asset: 'b' } }, oneOf('letterhead', 'fileId', 'asset')],
  [{ encryption: {} }, ['settings.encryption: needs "userPassword" or "ownerPassword"']],
  [{ watermark: { enabled: false }, letterhead: { enabled: false } }, []],
  [{ watermark: { text: 'a' }, letterhead: { asset: 'b' } }, []],
])('settings that no print can use are not saved: %j', (settings, problems) => {
  expect(problemsOf(settings)).toEqual(problems);
});
