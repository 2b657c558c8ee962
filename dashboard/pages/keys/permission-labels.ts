import { PERMISSIONS, type Permission } from '../../../schema/permissions.ts';

/** Source: contract 5.3. */
export const PERMISSION_DESCRIPTIONS: Record<Permission, string> = {
  'pdf.generate': 'Generate PDFs from HTML or templates',
  'pdf.read': 'View and download generated files',
  'pdf.delete': 'Delete generated files',
  'template.read': 'View templates',
  'template.write': 'Create, update and delete templates',
  'webhook.manage': 'Manage webhooks and their deliveries',
  'metrics.read': 'Read the metrics of the workspace',
  'audit.read': 'Export the audit trail of the workspace',
};

interface Preset {
  readonly name: string;
  readonly permissions: readonly Permission[];
}

/** Common combinations. Source: contract 5.3. */
export const PRESETS: readonly Preset[] = [
  { name: 'Full access', permissions: PERMISSIONS },
  { name: 'Generation only', permissions: ['pdf.generate', 'pdf.read'] },
  { name: 'Read-only', permissions: ['pdf.read', 'template.read'] },
];

export const findPreset = (permissions: readonly Permission[]): Preset | undefined =>
  PRESETS.find(
    (preset) =>
      preset.permissions.length === permissions.length &&
      preset.permissions.every((permission) => permissions.includes(permission)),
  );
