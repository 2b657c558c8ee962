import type { PlanId } from '../schema/plans.ts';

/** As the specification writes them. */
export const PLAN_NAME: Record<PlanId, string> = {
  free: 'Free',
  starter: 'Starter',
  growth: 'Growth',
  scale: 'Scale',
  'scale-business': 'Scale Business',
  'scale-enterprise': 'Scale Enterprise',
};
