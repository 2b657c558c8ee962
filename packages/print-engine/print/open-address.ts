import { CommandRefused } from '../devtools/connection.ts';
import { UnprintableJob, WaitTimeout } from '../failures.ts';
import { REPORT_ERRORS_EXPRESSION, REPORT_REQUESTS_EXPRESSION } from '../in-page/expressions.ts';
import type { PrintPage } from '../pages/print-page.ts';
import type { PageAddress } from '@platen/pdf';
import { remainingMs } from '../print-limits.ts';
import { withTimeout } from '../with-timeout.ts';
import { looksFor } from './faults.ts';
import { describeNetworkError, type MainNavigation } from './main-navigation.ts';
import { documentLeft } from './page-failures.ts';
import { toWindow } from './paper.ts';
import type { PrintRun } from './print-run.ts';
import { RESERVE_MS } from './wait-for.ts';

/**
 * Goes to the address of the job. The page is closed after the job: its origin may keep cookies, storage, service workers
 * and a cache.
 * @throws {UnprintableJob} there is no page at this address
 * @throws {WaitTimeout} its server is too slow
 */
export async function openAddress(run: PrintRun, navigation: MainNavigation): Promise<void> {
  const { page, job, limits } = run;
  const { address } = job;
  if (!address) return;
  const timeoutMs = remainingMs(limits);
  await Promise.all([
    page.setWindow({ ...toWindow(job), media: job.mediaType }, timeoutMs),
    page.intercept({ navigations: 'all', ...resourcesOf(address) }, timeoutMs),
    setCookies(page, address),
  ]);
  const limitMs = Math.max(0, timeoutMs - RESERVE_MS);
  await withTimeout(enter(run, navigation, address, timeoutMs), limitMs, () => {
    throw new WaitTimeout(`url: its server did not send the page within ${Math.round(limitMs)} ms`);
  });
  await Promise.all([
    looksFor(job, 'scripts') && page.evaluateInDocument(REPORT_ERRORS_EXPRESSION, timeoutMs),
    page.network.isOn && page.evaluateInDocument(REPORT_REQUESTS_EXPRESSION, timeoutMs),
  ]);
  navigation.noteEntry();
}

/** @throws {UnprintableJob} the server sends no page, or the page has already gone to another address */
async function enter(
  { page }: PrintRun,
  navigation: MainNavigation,
  { url }: PageAddress,
  timeoutMs: number,
): Promise<void> {
  const error = await page.goTo(url, timeoutMs);
  if (navigation.problem !== null) throw new UnprintableJob(`url: ${navigation.problem}`);
  if (error !== null) throw new UnprintableJob(`url: ${describeNetworkError(error)}`);
  if (!(await page.adopt(navigation.documentUrl ?? url, timeoutMs))) throw documentLeft(page);
}

/** Pauses all requests if the job has headers, because headers can only be added to a paused request. */
const resourcesOf = ({ headers }: PageAddress): { readonly resources?: 'all' } =>
  Object.keys(headers).length > 0 ? { resources: 'all' } : {};

/** @throws {UnprintableJob} a browser does not accept them for this address */
async function setCookies(page: PrintPage, { url, cookies }: PageAddress): Promise<void> {
  if (cookies.length === 0) return;
  const { protocol, port } = new URL(url);
  const isSecure = protocol === 'https:';
  const bound = {
    // Without a domain, a cookie is for this host only.
    url,
    secure: isSecure,
    httpOnly: true,
    sameSite: 'Strict',
    sourceScheme: isSecure ? 'Secure' : 'NonSecure',
    sourcePort: port === '' ? (isSecure ? 443 : 80) : Number(port),
  } as const;
  try {
    await page.setCookies(cookies.map(({ name, value, path }) => ({ ...bound, name, value, path })));
  } catch (error) {
    if (!(error instanceof CommandRefused)) throw error;
    throw new UnprintableJob('cookies: the browser does not accept them for this `url`');
  }
}
