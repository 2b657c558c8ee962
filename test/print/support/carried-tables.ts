import { expect } from 'vitest';
import type { Printed } from './printer.ts';

/** Cents, so that the sums of the tests are exact too. */
export type Amount = number;

interface TableOptions {
  readonly head?: string;
  readonly rowOf?: (amount: Amount, index: number) => string;
  readonly name?: string;
  readonly foot?: string;
}

export const euros = (cents: Amount): string => (cents / 100).toFixed(2);

export const writeRow = (amount: Amount, index: number): string =>
  `<tr><td>Item ${index}${' and more'.repeat((index * 7) % 23)}<td data-carry="${euros(amount)}">#${euros(amount)}`;

export function tableOf(amounts: readonly Amount[], options: TableOptions = {}): string {
  const { head = '<th>Item<th>Amount', rowOf = writeRow, name = '', foot = '' } = options;
  const template = (kind: string) =>
    `<template data-${kind}-forward><tr><td>${name}${kind} forward<td data-carry-sum="number 2 en"></template>`;
  return `<table><thead><tr>${head}</thead>${template('carried')}${template('brought')}<tbody>${amounts.map((amount, index) => rowOf(amount, index)).join('')}</tbody>${foot}</table>`;
}

/** Tests put it before each table. */
export const STYLE = `<!doctype html><style>body, p { margin: 0 } table { width: 100%; border-collapse: collapse } td { border: 1px solid }</style>`;

export const amountsOf = (count: number): Amount[] =>
  Array.from({ length: count }, (_, index) => ((index * 7919) % 100_003) - (index % 5 === 0 ? 60_000 : 0));

interface PageSums {
  readonly brought: string | null;
  readonly amounts: readonly string[];
  readonly carried: string | null;
}

export async function readPages({ document }: Printed, name = ''): Promise<PageSums[]> {
  const pages: PageSums[] = [];
  for (let number = 1; number <= document.pageCount; number += 1) {
    const text = await document.text(number);
    const find = (kind: string) => new RegExp(`${name}${kind} forward (-?[\\d.,]+)`).exec(text);
    const [brought, carried] = [find('brought'), find('carried')];
    const rows = [...text.matchAll(new RegExp(`${name}#(-?[\\d.]+)`, 'g'))];
    for (const { index } of rows) {
      if (brought !== null) expect(brought.index).toBeLessThan(index);
      if (carried !== null) expect(carried.index).toBeGreaterThan(index);
    }
    pages.push({
      brought: brought?.[1] ?? null,
      amounts: rows.map(([, amount = '']) => amount),
      carried: carried?.[1] ?? null,
    });
  }
  return pages;
}

const numberFormat = new Intl.NumberFormat('en', { minimumFractionDigits: 2 });

/** Adds up the amounts of each page, and compares them with its sums. */
export function expectSums(pages: readonly PageSums[], amounts: readonly Amount[]): void {
  const used = pages.filter((one) => one.amounts.length > 0);
  expect(used.flatMap((one) => one.amounts)).toEqual(amounts.map(euros));
  let cents = 0;
  for (const [index, one] of used.entries()) {
    expect(one.brought, `page ${index}`).toBe(index === 0 ? null : numberFormat.format(cents / 100));
    for (const amount of one.amounts) cents += Math.round(Number(amount) * 100);
    expect(one.carried, `page ${index}`).toBe(
      index === used.length - 1 ? null : numberFormat.format(cents / 100),
    );
  }
  expect(pages.filter((one) => one.amounts.length === 0 && (one.brought ?? one.carried) !== null)).toEqual(
    [],
  );
}

/** Compares the sums of each page with the amounts before them. At least one page must show a sum. */
export function expectRunningSums(pages: readonly PageSums[]): void {
  expect(pages.some(({ carried }) => carried !== null)).toBe(true);
  let cents = 0;
  for (const one of pages) {
    if (one.brought !== null) expect(one.brought).toBe(numberFormat.format(cents / 100));
    for (const amount of one.amounts) cents += Math.round(Number(amount) * 100);
    if (one.carried !== null) expect(one.carried).toBe(numberFormat.format(cents / 100));
  }
}
