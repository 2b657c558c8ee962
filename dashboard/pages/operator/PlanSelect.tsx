import { NativeSelect, type NativeSelectProps } from '@mantine/core';
import { PLAN_IDS, PLANS } from '../../../schema/plans.ts';
import { PLAN_LABELS } from '../../plan-labels.ts';

const CHOICES = PLAN_IDS.map((id) => ({
  value: id,
  label: `${PLAN_LABELS[id]} (${PLANS[id].monthlyCredits.toLocaleString()} credits per month)`,
}));

export const PlanSelect = (props: NativeSelectProps) => (
  <NativeSelect label="Plan" data={CHOICES} {...props} />
);
