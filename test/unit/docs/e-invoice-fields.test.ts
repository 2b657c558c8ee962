import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { DOCUMENT } from '../../../packages/e-invoice/terms/document.ts';
import type { TermGroup } from '../../../packages/e-invoice/terms/table.ts';
import { inProject } from '../../../scripts/project.ts';

/** `seller.address.` has `city` BT-37. */
function listFields({ terms, groups }: TermGroup, path = ''): [where: string, field: string][] {
  const own = terms.flatMap(({ term, data }): [string, string][] => {
    if (data === null) return [];
    const isTotal = data.startsWith('totals.');
    return [[isTotal ? 'totals.' : path, `\`${data.replace('totals.', '')}\` ${term}`]];
  });
  const inner = groups.flatMap((group) =>
    listFields(group, group.data === null ? path : `${path}${group.data}${group.many ? '[]' : ''}.`),
  );
  return [...own, ...inner];
}

test('the page about invoices has each field of the model with its business term', async () => {
  const page = await readFile(inProject('docs/e-invoices.md'), 'utf8');
  const rows = page.split('\n').filter((line) => line.startsWith('|'));
  const missing = listFields(DOCUMENT).filter(([where, field]) => {
    const place = where === '' ? '| the invoice ' : `| \`${where.slice(0, -1)}\` `;
    return !rows.some((row) => row.startsWith(place) && new RegExp(`${field}\\b`).test(row));
  });
  expect(missing).toEqual([]);
});
