import type { PlanId } from '../schema/plans.ts';

export const PLAN_LABELS: Record<PlanId, string> = {
  free: 'Free',
  starter: 'Starter',
  growth: 'Growth',
  scale: 'Scale',
  'scale-business': 'Scale Business',
  'scale-enterprise': 'Scale Enterprise',
};
