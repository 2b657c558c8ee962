/** The starter templates, in the order of the picker. Each has a folder with its name. */
export const STARTERS = [
  { name: 'invoice', title: 'Invoice', about: 'Items, taxes and a payment code. A4.' },
  { name: 'e-invoice', title: 'E-invoice', about: 'Factur-X: pages and XML from the same data. A4.' },
  {
    name: 'verifactu-invoice',
    title: 'Verifactu invoice',
    about: 'Spain: the tax QR code and its legend, from the data. A4.',
  },
  {
    name: 'ksef-invoice',
    title: 'KSeF invoice',
    about: 'Poland: KOD I and KOD II with their labels, from the data. A4.',
  },
  { name: 'receipt', title: 'Receipt', about: 'For an 80 mm roll, one page as long as its content.' },
  { name: 'letter', title: 'Letter', about: 'DIN 5008, for window envelopes.' },
  { name: 'certificate', title: 'Certificate', about: 'A4 landscape, one page per recipient.' },
  { name: 'report', title: 'Report', about: 'Cover page, charts and tables.' },
  { name: 'book', title: 'Book', about: 'Contents, running titles and an index. A5.' },
  { name: 'packing-slip', title: 'Packing slip', about: 'Letter size with check boxes, black only.' },
] as const;

export type StarterName = (typeof STARTERS)[number]['name'];
