import type { UsageOverview } from '../../../schema/console/usage.ts';
import { errorRate, formatCount, formatMs, sumDays } from './usage-numbers.ts';
import classes from './UsagePage.module.css';

export function Totals({ usage }: { readonly usage: UsageOverview }) {
  const totals = sumDays(usage.days);
  const numbers = [
    ['Files', formatCount(totals.files)],
    ['Requests', formatCount(totals.requests)],
    ['Error rate', errorRate(totals)],
    ['Median time', formatMs(usage.medianMs)],
    ['95th percentile', formatMs(usage.p95Ms)],
  ] as const;
  return (
    <section aria-label={`The last ${usage.days.length} days`}>
      <dl className={classes.totals}>
        {numbers.map(([name, value]) => (
          <div key={name} className={classes.total}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
