import { Text } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { type Plan, PLAN_IDS, type PlanId, PLANS, UNLIMITED } from '../../../schema/plans.ts';
import { formatBytes } from '../../components/FileSize.tsx';
import { Card } from '../../components/Card.tsx';
import { PLAN_LABELS } from '../../plan-labels.ts';
import { useWorkspace } from '../../session.ts';
import classes from './PlanSection.module.css';

interface Limit {
  readonly name: string;
  readonly of: (plan: Plan) => string;
}

const count = (value: number): string => (value === UNLIMITED ? 'No limit' : value.toLocaleString());
const seconds = (ms: number): string => `${(ms / 1_000).toLocaleString()} s`;
const days = (value: number): string => `${value.toLocaleString()} ${value === 1 ? 'day' : 'days'}`;

const LIMITS: readonly Limit[] = [
  { name: 'Credits a month', of: (plan) => count(plan.monthlyCredits) },
  { name: 'Files are kept', of: (plan) => days(plan.retentionDays) },
  { name: 'API keys', of: (plan) => count(plan.maxKeys) },
  { name: 'Requests a minute', of: (plan) => count(plan.requestsPerMinute) },
  { name: 'Time for a PDF', of: (plan) => seconds(plan.timeoutMs) },
  { name: 'HTML, at most', of: (plan) => formatBytes(plan.maxHtmlBytes) },
  { name: 'PDF, at most', of: (plan) => formatBytes(plan.maxPdfBytes) },
];

/** Every plan's limits side by side, the workspace's own marked. */
export function PlanSection() {
  const { plan: own } = useWorkspace();
  const scroller = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // On a phone the plans are wider than the screen: the own one is the one to see.
    const heading = scroller.current?.querySelector<HTMLElement>('[data-own]');
    const limits = scroller.current?.querySelector<HTMLElement>('tbody th');
    if (heading && limits) scroller.current?.scrollTo({ left: heading.offsetLeft - limits.offsetWidth });
  }, [own]);
  return (
    <Card
      title={`Plan: ${PLAN_LABELS[own]}`}
      description="Who runs this instance changes the plan of a workspace."
      padding="flush"
    >
      <div
        ref={scroller}
        className={classes.scroll}
        tabIndex={0}
        role="region"
        aria-label="Limits of the plans"
      >
        <table className={classes.plans}>
          <caption className={classes.caption}>Limits of the plans</caption>
          <thead>
            <tr>
              <td />
              {PLAN_IDS.map((id) => (
                <PlanHeading key={id} id={id} own={id === own} />
              ))}
            </tr>
          </thead>
          <tbody>
            {LIMITS.map((limit) => (
              <tr key={limit.name}>
                <th scope="row">{limit.name}</th>
                {PLAN_IDS.map((id) => (
                  <td key={id} data-own={id === own || undefined}>
                    {limit.of(PLANS[id])}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Card>
  );
}

function PlanHeading({ id, own }: { readonly id: PlanId; readonly own: boolean }) {
  return (
    <th scope="col" data-own={own || undefined}>
      {PLAN_LABELS[id]}
      {own && (
        <Text size="xs" fw={400}>
          Your plan
        </Text>
      )}
    </th>
  );
}
