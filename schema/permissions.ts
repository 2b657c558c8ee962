/** What a key may be allowed to do. Source: specification, section 5.3. */
export const PERMISSIONS = [
  'pdf.generate',
  'pdf.read',
  'pdf.delete',
  'template.read',
  'template.write',
] as const;

export type Permission = (typeof PERMISSIONS)[number];

/** Live keys spend credits; test keys watermark and spend none. Source: decision 3. */
export const ENVIRONMENTS = ['live', 'test'] as const;

export type Environment = (typeof ENVIRONMENTS)[number];
