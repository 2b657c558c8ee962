import { NO_VALUE } from './rewrite-content.ts';

export const MAX_NAME_CHARACTERS = 80;

/** @param key of a target */
export const toName = (key: string): string => key.slice(key.indexOf(' ') + 1).slice(0, MAX_NAME_CHARACTERS);

/** @param from the number that a print had, or `NO_VALUE` */
export function describeTarget(fragment: string, from: number, to: number): string {
  const printed = from === NO_VALUE ? 'without a page' : `as page ${from}`;
  return `"${toName(fragment)}" was printed ${printed} and is on ${to === NO_VALUE ? 'no page' : `page ${to}`}`;
}

export const describeLast = (from: number, to: number): string =>
  `the number of the last page was printed as ${from} and is ${to}`;
