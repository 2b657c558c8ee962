import { expect, test } from 'vitest';
import { expectGenerated, Tenant } from '../service-client.ts';

/** More than the 32 MiB that a Worker receives in one message. */
const LENGTH = 36_000_000;

/** The page has the text in `long`. */
export const script = (code: string): string =>
  `<p>text<script>const long = 'x'.repeat(${LENGTH}); ${code}</script>`;

/** Each of the pages ended the browser of all jobs that printed at the same time. */
export const testLongTexts = (pages: Readonly<Record<string, string>>): void =>
  test.each(Object.entries(pages))(
    'a page with %s of 36 MB takes no browser from others',
    async (_name, htmlContent) => {
      const [hostile, honest] = await Promise.all([Tenant.create(), Tenant.create()]);
      const slow = `<p>honest<script>setTimeout(() => document.body.append(document.createElement('hr')), 500)</script>`;
      const [attack, answer] = await Promise.all([
        hostile.generate({ htmlContent, options: { report: true } }),
        honest.generate({ htmlContent: slow, options: { waitForSelector: 'hr' } }),
      ]);
      expectGenerated(answer);
      expect(attack.status).toBe(200);
    },
  );
