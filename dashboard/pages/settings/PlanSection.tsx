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
  readonly format: (plan: Plan) => string;
}

const count = (value: number): string => (value === UNLIMITED ? 'No limit' : value.toLocaleString());
const seconds = (ms: number): string => `${(ms / 1_000).toLocaleString()} s`;
const days = (value: number): string => `${value.toLocaleString()} ${value === 1 ? 'day' : 'days'}`;

const LIMITS: readonly Limit[] = [
  { name: 'Credits per month', format: (plan) => count(plan.monthlyCredits) },
  { name: 'File retention', format: (plan) => days(plan.retentionDays) },
  { name: 'API keys', format: (plan) => count(plan.maxKeys) },
  { name: 'Templates', format: (plan) => count(plan.maxTemplates) },
  { name: 'Versions per template', format: (plan) => count(plan.maxVersions) },
  { name: 'Open invitations', format: (plan) => count(plan.maxInvitations) },
  { name: 'Requests per minute', format: (plan) => count(plan.requestsPerMinute) },
  { name: 'Jobs queued or running', format: (plan) => count(plan.maxOpenJobs) },
  { name: 'Jobs and rows running', format: (plan) => count(plan.maxRunningJobs) },
  { name: 'Open batches', format: (plan) => count(plan.maxOpenBatches) },
  { name: 'Rows per batch', format: (plan) => count(plan.maxBatchRows) },
  { name: 'Timeout per PDF', format: (plan) => seconds(plan.timeoutMs) },
  { name: 'Maximum HTML size', format: (plan) => formatBytes(plan.maxHtmlBytes) },
  { name: 'Maximum PDF size', format: (plan) => formatBytes(plan.maxPdfBytes) },
  { name: 'Pages per PDF', format: (plan) => count(plan.maxPages) },
];

export function PlanSection() {
  const { plan: own } = useWorkspace();
  // The largest plan has nothing to be compared with.
  const shown = own === PLAN_IDS.at(-1) ? [own] : PLAN_IDS;
  const scroller = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // On a phone the table is wider than the screen: scroll to the current plan.
    const heading = scroller.current?.querySelector<HTMLElement>('[data-own]');
    const limits = scroller.current?.querySelector<HTMLElement>('tbody th');
    if (heading && limits) scroller.current?.scrollTo({ left: heading.offsetLeft - limits.offsetWidth });
  }, [own]);
  return (
    <Card
      title={`Plan: ${PLAN_LABELS[own]}`}
      description="The operator of this instance can change the plan of a workspace."
      padding="flush"
    >
      <div ref={scroller} className={classes.scroll} tabIndex={0} role="region" aria-label="Plan limits">
        <table className={classes.plans}>
          <caption className={classes.caption}>Plan limits</caption>
          <thead>
            <tr>
              <td />
              {shown.map((id) => (
                <PlanHeading key={id} id={id} own={id === own} />
              ))}
            </tr>
          </thead>
          <tbody>
            {LIMITS.map((limit) => (
              <tr key={limit.name}>
                <th scope="row">{limit.name}</th>
                {shown.map((id) => (
                  <td key={id} data-own={id === own || undefined}>
                    {limit.format(PLANS[id])}
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
