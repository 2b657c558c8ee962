import { expect, test } from 'vitest';
import { toAssetName } from '../../../dashboard/pages/assets/asset-names.ts';
import { ASSET_NAME } from '../../../schema/api/components.ts';

test.each([
  ['Our logo (2).png', 'Our-logo-2-.png'],
  ['Straße.svg', 'Stra-e.svg'],
  ['café.png', 'cafe.png'],
  ['../a..b.', 'a.b'],
  ['...', 'asset'],
  ['é', 'e'],
  [`${'x'.repeat(95)}.y.png`, `${'x'.repeat(95)}.png`],
])('%s becomes a name that the service allows', (filename, name) => {
  expect(toAssetName(filename)).toBe(name);
  expect(name).toMatch(ASSET_NAME);
});
