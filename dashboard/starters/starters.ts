/** The templates to start from, in the order of the picker. Each has a folder of its name beside this file. */
export const STARTERS = [
  { name: 'invoice', title: 'Invoice', about: 'Items, taxes and a code to pay by; A4.' },
  { name: 'receipt', title: 'Receipt', about: 'For an 80 mm roll, with a barcode.' },
  { name: 'letter', title: 'Letter', about: 'DIN 5008: the address fits window envelopes.' },
  { name: 'certificate', title: 'Certificate', about: 'A4 landscape, a page for each recipient.' },
  { name: 'report', title: 'Report', about: 'Cover, charts and tables drawn from the data.' },
  { name: 'packing-slip', title: 'Packing slip', about: 'Letter size, boxes to tick, black only.' },
] as const;

export type StarterName = (typeof STARTERS)[number]['name'];
