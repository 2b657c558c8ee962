import { findNearestName } from '../nearest-name.ts';
import { HELPERS } from './registry.ts';

const LANGUAGE = ['if', 'unless', 'each', 'with', 'lookup'];

/** Names of helpers in other libraries and template languages. */
const FOREIGN_NAMES: Readonly<Record<string, string>> = {
  compare: 'eq',
  count: 'length',
  elif: 'else if',
  elseif: 'else if',
  equals: 'eq',
  euro: 'currency',
  for: 'each',
  formatmoney: 'currency',
  ifcond: 'eq',
  ifeq: 'eq',
  ifequals: 'eq',
  increment: 'add',
  is: 'eq',
  minus: 'subtract',
  moment: 'formatDate',
  money: 'currency',
  plus: 'add',
  price: 'currency',
  qr: 'qrcode',
  size: 'length',
  slice: 'truncate',
  strftime: 'formatDate',
  substring: 'truncate',
  times: 'multiply',
  title: 'capitalize',
  titlecase: 'capitalize',
  tofixed: 'round',
};

/** The helper that the author of a template most likely meant, or null. */
export function suggestHelper(name: string): string | null {
  const foreign = name.toLowerCase();
  if (Object.hasOwn(FOREIGN_NAMES, foreign)) return FOREIGN_NAMES[foreign] ?? null;
  return findNearestName(name, [...Object.keys(HELPERS), ...LANGUAGE]);
}
