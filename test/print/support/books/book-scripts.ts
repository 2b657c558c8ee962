import type { Random } from '../../../support/random.ts';

/** A script that moves parts of a book, and the order in which the book is written. With the script, the order is that of the numbers. */
export interface BookScript {
  readonly script: string;
  readonly order: readonly number[];
}

const SORT = `const sort = () => [...document.querySelectorAll('main')]
  .sort((one, other) => one.dataset.order - other.dataset.order).forEach((main) => document.body.append(main));`;

const INSERT = `const add = () => { const box = document.createElement('div'); box.style.height = '150px';
  document.querySelector('main p').before(box); };`;

const SCRIPTS = [
  { weight: 20, isShuffled: false, source: '' },
  { weight: 3, isShuffled: true, source: `${SORT} sort()` },
  { weight: 2, isShuffled: true, source: `${SORT} addEventListener('load', sort)` },
  { weight: 2, isShuffled: true, source: `${SORT} addEventListener('beforeprint', sort)` },
  { weight: 1, isShuffled: false, source: `${INSERT} addEventListener('beforeprint', add, { once: true })` },
  { weight: 1, isShuffled: false, source: `${INSERT} matchMedia('print').addEventListener('change', add)` },
  {
    weight: 1,
    isShuffled: false,
    source: `addEventListener('beforeprint', () => document.querySelectorAll('p').forEach((p) => { p.style.fontSize = '12px' }))`,
  },
  {
    weight: 1,
    isShuffled: false,
    source: `addEventListener('beforeprint', () => document.querySelectorAll('h2').forEach((h, index) => { h.id = 'new' + index }))`,
  },
];

export function drawScript(random: Random, count: number): BookScript {
  const { isShuffled, source } = random.pickWeighted(SCRIPTS);
  const order = Array.from({ length: count }, (_, index) => index);
  return {
    script: source === '' ? '' : `<script>${source}</script>`,
    order: isShuffled ? order.toReversed() : order,
  };
}
