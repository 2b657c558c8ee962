import type { PrintJob } from '@platen/pdf';
import { type PrintLimits, RendererUnavailable } from '@platen/print-engine';
import { cancelOnAbort } from '../cancel-on-abort.ts';
import { answerInTime } from '../late.ts';
import { requirePrinted } from '../outcome.ts';
import type { PrintedPdf, Renderer } from '../renderer.ts';
import { BrokerClient } from './broker-client.ts';
import { BrokerHints } from './broker-hints.ts';
import type { BrokerJob } from './broker-protocol.ts';
import { type BrokerAnswer, isCrowded } from './broker-protocol.ts';
import { type BrokerNamespace, brokerAt } from './broker-namespace.ts';
import { LOCAL_REGION, type Region } from './region.ts';

/** A longer document is sent as a stream: the isolate and the broker then hold less of it. */
const MAX_MESSAGE_CHARACTERS = 1_000_000;

export interface BrowserRunOptions {
  readonly region?: Region;
  /** In each region. Default: what Browser Run allows. */
  readonly maxBrowsers?: number;
  readonly hints?: BrokerHints;
}

/** Prints with the brokers of a region. */
export class BrowserRunRenderer implements Renderer {
  readonly #brokers: BrokerNamespace;
  readonly #region: Region;
  readonly #client: BrokerClient;

  constructor(
    brokers: BrokerNamespace,
    { region = LOCAL_REGION, maxBrowsers, hints }: BrowserRunOptions = {},
  ) {
    this.#brokers = brokers;
    this.#region = region;
    this.#client = new BrokerClient({
      hints: hints ?? sharedHints(region, maxBrowsers),
      now: () => Date.now(),
      sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
      random: () => Math.random(),
    });
  }

  async print(job: PrintJob, limits: PrintLimits, signal?: AbortSignal): Promise<PrintedPdf> {
    const { workspaceId, deadline, isBackground = false, maxBrowsers = Number.POSITIVE_INFINITY } = limits;
    const isCancelled = () => signal?.aborted === true;
    const terms = { workspaceId, deadline, isBackground, maxBrowsers, isCancelled };
    const answer = await this.#client.print(terms, (index, whenBusy) =>
      this.#printAt(index, { job, limits, whenBusy }, signal),
    );
    return { ...requirePrinted(answer), isCrowded: isCrowded(answer.load) };
  }

  async start(): Promise<void> {
    const { isReady } = await brokerAt(this.#brokers, this.#region, 0).warm();
    if (!isReady) throw new RendererUnavailable('no browser could be started');
  }

  async #printAt(
    index: number,
    { job, limits, whenBusy }: Pick<BrokerJob, 'job' | 'limits' | 'whenBusy'>,
    signal: AbortSignal | undefined,
  ): Promise<BrokerAnswer> {
    const id = crypto.randomUUID();
    const htmlCharacters = job.html.length;
    const html = htmlCharacters > MAX_MESSAGE_CHARACTERS ? new Response(job.html).body : null;
    const message = html === null ? { job } : { job: { ...job, html: '' }, html };
    const broker = brokerAt(this.#brokers, this.#region, index);
    const print: PromiseLike<BrokerAnswer> = broker.print({
      ...message,
      id,
      limits,
      whenBusy,
      htmlCharacters: htmlCharacters + countAttached(job),
    });
    const answer = cancelOnAbort(print, signal, () => broker.cancel(id));
    return answerInTime(answer, limits.deadline);
  }
}

/** The broker holds them as it holds the document. */
const countAttached = ({ finish, header, footer }: PrintJob): number =>
  [
    ...(finish?.attachments ?? []).map(({ content }) => ('text' in content ? content.text : content.base64)),
    ...[...header, ...footer].map(({ html }) => html),
  ].reduce((sum, { length }) => sum + length, 0);

/** The hints of this isolate about the brokers of each region. */
const allHints = new Map<Region, BrokerHints>();

function sharedHints(region: Region, maxBrowsers: number | undefined): BrokerHints {
  const known = allHints.get(region);
  if (known !== undefined) return known;
  const hints = new BrokerHints(() => Date.now(), maxBrowsers);
  allHints.set(region, hints);
  return hints;
}
