/** Source: contract 5.3. */
export const PERMISSIONS = [
  'pdf.generate',
  'pdf.read',
  'pdf.delete',
  'template.read',
  'template.write',
  'webhook.manage',
  'metrics.read',
  'audit.read',
] as const;

export type Permission = (typeof PERMISSIONS)[number];

/** Live keys spend credits. Test keys print a watermark and spend none. Source: contract 5.4. */
export const ENVIRONMENTS = ['live', 'test'] as const;

export type Environment = (typeof ENVIRONMENTS)[number];
