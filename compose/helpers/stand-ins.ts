/**
 * First arguments for checking a call before there is data. With them a helper accepts its first argument and
 * checks all others. Helpers that are not here check arguments depending on the first one.
 */
export const STAND_INS: Readonly<Record<string, unknown>> = {
  currency: 1,
  formatCurrency: 1,
  formatNumber: 1,
  formatPercent: 1,
  round: 1,
  pluralize: 1,
  formatDate: 0,
  formatTime: 0,
  formatDateTime: 0,
  upper: '',
  lower: '',
  capitalize: '',
  truncate: '',
  join: [],
  sum: [],
  first: [],
  last: [],
  qrcode: null,
  barcode: null,
};
