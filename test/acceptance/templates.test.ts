import { beforeAll, describe, expect, test } from 'vitest';
import { OperatorRefusal } from '../../scripts/operator.ts';
import { Tenant } from '../support/service-client.ts';

let tenant: Tenant;
beforeAll(async () => {
  tenant = await Tenant.create({ plan: 'scale-enterprise' });
});

describe('TEMPLATE_NOT_FOUND', () => {
  test('spends no credit', async () => {
    const before = await tenant.quotaUsed();
    await tenant.generate({ templateId: 'none' });
    expect(await tenant.quotaUsed()).toBe(before);
  });
});

describe('the settings of a template', () => {
  test('apply if the request has no options', async () => {
    const { id } = await tenant.putTemplate('a5', '<p>x</p>', { format: 'A5', orientation: 'landscape' });
    const [page] = (await tenant.print({ templateId: id })).pages;
    expect(page?.orientation).toBe('landscape');
    expect(page?.widthMm).toBeCloseTo(210, 0);
  });

  test('are overridden by the options of the request, field by field', async () => {
    const { id } = await tenant.putTemplate('a5-too', '<p>x</p>', { format: 'A5', orientation: 'landscape' });
    const [page] = (await tenant.print({ templateId: id, options: { format: 'A3' } })).pages;
    expect(page?.orientation).toBe('landscape');
    expect(page?.widthMm).toBeCloseTo(420, 0);
  });

  test('are merged with the margins of the request, side by side', async () => {
    const { id } = await tenant.putTemplate(
      'margins',
      '<style>body, p { margin: 0 } p { font: 10pt/1 monospace }</style><p>x</p>',
      { margin: { top: 50, left: 50 } },
    );
    const { pages } = await tenant.print({ templateId: id, options: { margin: { left: 20 } } });
    expect(pages[0]?.pieces[0]?.xMm).toBeCloseTo(20, 0);
    expect(pages[0]?.pieces[0]?.yMm).toBeGreaterThan(50);
  });

  test('are merged with the header of the request, which can disable it and keep the other fields', async () => {
    const { id } = await tenant.putTemplate('headed', '<p>x</p>', { header: { content: 'letterhead' } });
    expect((await tenant.print({ templateId: id })).text).toContain('letterhead');
    const options = { header: { enabled: false } };
    expect((await tenant.print({ templateId: id, options })).text).not.toContain('letterhead');
  });

  test('set the locale of the helpers', async () => {
    const { id } = await tenant.putTemplate('de', '<p>{{currency 1234.5 "EUR"}}</p>', { locale: 'de-DE' });
    expect((await tenant.print({ templateId: id })).text).toBe('1.234,50 €');
  });

  test.each([
    ['a format that is none', { format: 'A9' }],
    ['a locale that is none', { locale: 'not a locale' }],
    ['a time zone that is none', { timeZone: 'Mars/Olympus' }],
  ])('are refused when they are saved: %s', async (_, settings) => {
    const saved = tenant.putTemplate('bad', '<p>x</p>', settings);
    await expect(saved).rejects.toThrow(OperatorRefusal);
    await expect(saved).rejects.toMatchObject({ status: 400, body: { error: { code: 'VALIDATION_ERROR' } } });
  });
});
