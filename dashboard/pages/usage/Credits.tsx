import { Progress, Text } from '@mantine/core';
import type { UsageOverview } from '../../../schema/console/usage.ts';
import { Card } from '../../components/Card.tsx';
import { PLAN_LABELS } from '../../plan-labels.ts';
import { useWorkspace } from '../../session.ts';
import { formatDay, formatCount } from './usage-numbers.ts';
import classes from './UsagePage.module.css';

const NEARLY_USED_UP = 0.9;

export function Credits({ usage }: { readonly usage: UsageOverview }) {
  const { plan } = useWorkspace();
  const { quotaUsed, quotaLimit, credits, remaining, quotaResetsAt } = usage;
  const share = quotaLimit === 0 ? 1 : Math.min(quotaUsed / quotaLimit, 1);
  const used = `${formatCount(quotaUsed)} of ${formatCount(quotaLimit)}`;
  return (
    <Card title="Credits this month">
      <div className={classes.credits}>
        <p className={classes.remaining}>
          <strong>{formatCount(remaining)}</strong> {remaining === 1 ? 'credit' : 'credits'} left
        </p>
        <Text size="sm" c="dimmed">
          {used} used · {PLAN_LABELS[plan]} plan
          {credits > 0 && ` · ${formatCount(credits)} purchased credits`}
        </Text>
      </div>
      <Progress.Root size="lg" radius="xl" mt="sm">
        <Progress.Section
          value={share * 100}
          color={share >= NEARLY_USED_UP ? 'var(--platen-warning)' : 'var(--platen-accent-text)'}
          aria-label="Quota used"
          aria-valuetext={`${used} used`}
        />
      </Progress.Root>
      <Text size="sm" c="dimmed" mt="sm">
        The quota resets on {formatDay(quotaResetsAt)}, 00:00 UTC.
        {remaining === 0 &&
          ' Until then, requests with live keys fail with NO_CREDITS_AVAILABLE. Test keys still work.'}
      </Text>
    </Card>
  );
}
