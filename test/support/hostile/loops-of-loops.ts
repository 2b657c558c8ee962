import { inlines, millionTimes, thousand } from '../compose/hostile/materials.ts';

/** A template of some hundred bytes that would run for minutes, or become gigabytes. */
interface Loop {
  readonly name: string;
  readonly html: string;
  readonly data: Record<string, unknown>;
}

const billionTimes = (body: string) => `{{#each b}}${millionTimes(body).replace('b', '@root.b')}{{/each}}`;

const doubling = (text: string) =>
  `${inlines(40, (i) => (i === 0 ? text : `{{> p${i - 1}}}{{> p${i - 1}}}`))}{{> p39}}`;

export const ENDLESS_OUTPUT: readonly Loop[] = [
  {
    name: 'a loop in a loop in a loop',
    html: billionTimes(`<p>{{this}}${'x'.repeat(1_000)}`),
    data: thousand(),
  },
  { name: 'partials that double', html: doubling('0123456789'.repeat(1_000)), data: {} },
];

export const ENDLESS_STEPS: readonly Loop[] = [
  { name: 'a silent loop in a loop in a loop', html: billionTimes(''), data: thousand() },
  { name: 'partials that double nothing', html: doubling(''), data: {} },
  {
    name: 'a silent loop of conditions',
    html: billionTimes('{{#if (eq this 1000)}}x{{/if}}'),
    data: thousand(),
  },
];
