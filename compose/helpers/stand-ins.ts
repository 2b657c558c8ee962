/**
 * First arguments that a helper accepts, so that the other arguments of a call can be checked without data.
 * Helpers that are not listed check their arguments depending on the first one.
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
