/**
 * What stands in for the first argument of a helper where a template is checked before it has data: a value
 * with which the helper reads all its other arguments, and finds no fault of its own with. Helpers that are
 * not here find faults that depend on the first argument.
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
