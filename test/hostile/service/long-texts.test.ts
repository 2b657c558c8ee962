import { expect, test } from 'vitest';
import { expectGenerated, Tenant } from '../../support/service-client.ts';

/** More than the 32 MiB that a Worker receives in one message. */
const LENGTH = 36_000_000;

const script = (code: string): string =>
  `<p>text<script>const long = 'x'.repeat(${LENGTH}); ${code}</script>`;

/** Each of them ended the browser of all jobs that printed at the same time. */
test.each(
  Object.entries({
    'a title': script('document.title = long'),
    'the name of a frame': script(
      "document.body.append(Object.assign(document.createElement('iframe'), { name: long, srcdoc: '<p>y' }))",
    ),
    'a data: address': script("location = 'data:text/html,' + long"),
    'a request body': script(
      "fetch('http://public.invalid/', { method: 'POST', body: long }).catch(() => {})",
    ),
    'a console line and an exception': script('console.error(long); throw new Error(long)'),
  }),
)('a page with %s of 36 MB takes no browser from others', async (_name, htmlContent) => {
  const [hostile, honest] = await Promise.all([Tenant.create(), Tenant.create()]);
  const slow = `<p>honest<script>setTimeout(() => document.body.append(document.createElement('hr')), 500)</script>`;
  const [attack, answer] = await Promise.all([
    hostile.generate({ htmlContent, options: { report: true } }),
    honest.generate({ htmlContent: slow, options: { waitForSelector: 'hr' } }),
  ]);
  expectGenerated(answer);
  expect(attack.status).toBe(200);
});
