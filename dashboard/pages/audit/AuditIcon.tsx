import type { AuditAction } from '../../../schema/api/audit.ts';
import {
  type Icon,
  IconBox,
  IconCloud,
  IconFile,
  IconKey,
  IconSend,
  IconShield,
  IconStack2,
  IconTemplate,
  IconUserPlus,
  IconUsers,
  IconWebhook,
} from '../../icons/tabler.generated.ts';
import classes from './AuditPage.module.css';

type Changed = AuditAction extends `${infer Entity}.${string}` ? Entity : never;

const ICONS: Readonly<Record<Changed, Icon>> = {
  workspace: IconBox,
  key: IconKey,
  template: IconTemplate,
  asset: IconFile,
  partial: IconTemplate,
  preview: IconSend,
  file: IconFile,
  batch: IconStack2,
  target: IconCloud,
  webhook: IconWebhook,
  person: IconUsers,
  invitation: IconUserPlus,
  operator: IconShield,
  recovery: IconShield,
};

const isChanged = (entity: string | undefined): entity is Changed => entity !== undefined && entity in ICONS;

export function AuditIcon({ action }: { readonly action: AuditAction }) {
  const entity = action.split('.')[0];
  const Symbol = isChanged(entity) ? ICONS[entity] : IconBox;
  return (
    <span className={classes.icon} aria-hidden>
      <Symbol size={16} stroke={1.6} />
    </span>
  );
}
