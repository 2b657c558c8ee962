import type { Connection } from '@platen/print-engine';
import type {
  CommandParameters,
  CommandResult,
  Method,
} from '../../packages/print-engine/devtools/protocol.ts';
import { startChromium } from '../../scripts/local/chromium-process.ts';
import type { ChromiumBands } from './workloads.ts';

/** Chromium driven directly over DevTools, for comparison. */
export interface Baselines {
  /** The process of its Chromium. */
  readonly pid: number;
  /** Prints in one tab, which gets one document after the other. Nothing is cleared: this is what the browser itself costs. */
  reusedTab(html: string, bands?: ChromiumBands): Promise<Uint8Array>;
  /** The same, but without a cache and with a new window after each document. So it loads what has an address for each document. */
  forgetfulTab(html: string): Promise<Uint8Array>;
  /** Opens as many tabs. Each is used again for each print of its client. */
  reusedTabs(count: number): Promise<readonly ((html: string) => Promise<Uint8Array>)[]>;
  /** Opens a browser context and a tab for each PDF, like Puppeteer's examples and most PDF services. */
  freshContext(html: string): Promise<Uint8Array>;
  close(): Promise<void>;
}

const A4_INCHES = { paperWidth: 210 / 25.4, paperHeight: 297 / 25.4 };

const TIMEOUT_MS = 120_000;

/** Starts a separate Chromium, the program that the local service prints with. */
export async function openBaselines(flags: readonly string[] = []): Promise<Baselines> {
  const chromium = await startChromium(flags);
  const connection = await chromium.connect();
  const openTab = async (): Promise<Baselines['reusedTab']> => {
    const tab = await Tab.open(connection);
    return (html, bands) => tab.print(html, bands);
  };
  return {
    pid: chromium.pid,
    reusedTab: await openTab(),
    forgetfulTab: await openForgetfulTab(connection),
    reusedTabs: (count) => Promise.all(Array.from({ length: count }, openTab)),
    freshContext: async (html) => {
      const context = await connection.send('Target.createBrowserContext', {}, TIMEOUT_MS);
      try {
        return await (await Tab.open(connection, context)).print(html);
      } finally {
        await connection.send('Target.disposeBrowserContext', context, TIMEOUT_MS);
      }
    },
    async close() {
      connection.close();
      await chromium.stop();
    },
  };
}

async function openForgetfulTab(connection: Connection): Promise<Baselines['forgetfulTab']> {
  const tab = await Tab.open(connection);
  await tab.disableCache();
  let cleared = Promise.resolve();
  return async (html) => {
    await cleared;
    const pdf = await tab.print(html);
    // As in the service, nobody waits for it.
    cleared = tab.clear();
    return pdf;
  };
}

class Tab {
  readonly #connection: Connection;
  readonly #sessionId: string;
  #loaded: () => void = () => {};

  private constructor(connection: Connection, sessionId: string) {
    this.#connection = connection;
    this.#sessionId = sessionId;
    connection.listen(sessionId, ({ method }) => method === 'Page.loadEventFired' && this.#loaded());
  }

  static async open(connection: Connection, context: { browserContextId?: string } = {}): Promise<Tab> {
    const target = await connection.send(
      'Target.createTarget',
      { url: 'about:blank', ...context },
      TIMEOUT_MS,
    );
    const { sessionId } = await connection.send(
      'Target.attachToTarget',
      { ...target, flatten: true },
      TIMEOUT_MS,
    );
    const tab = new Tab(connection, sessionId);
    await tab.#send('Page.enable', {});
    return tab;
  }

  async disableCache(): Promise<void> {
    await this.#send('Network.enable', {});
    await this.#send('Network.setCacheDisabled', { cacheDisabled: true });
  }

  clear(): Promise<void> {
    return this.#load(() => this.#send('Page.navigate', { url: 'about:blank' }));
  }

  async print(html: string, bands?: ChromiumBands): Promise<Uint8Array> {
    const { frameTree } = await this.#send('Page.getFrameTree', {});
    await this.#load(() => this.#send('Page.setDocumentContent', { frameId: frameTree.frame.id, html }));
    await this.#send('Runtime.evaluate', {
      expression: 'document.fonts.ready.then(() => 1)',
      awaitPromise: true,
    });
    const { data } = await this.#send('Page.printToPDF', {
      ...A4_INCHES,
      printBackground: true,
      generateTaggedPDF: false,
      ...(bands && toParameters(bands)),
    });
    return Buffer.from(data, 'base64');
  }

  async #load(start: () => Promise<unknown>): Promise<void> {
    const load = new Promise<void>((resolve) => {
      this.#loaded = resolve;
    });
    await start();
    await load;
  }

  #send<M extends Method>(method: M, parameters: CommandParameters<M>): Promise<CommandResult<M>> {
    return this.#connection.send(method, parameters, TIMEOUT_MS, this.#sessionId);
  }
}

const MM_PER_INCH = 25.4;

const toParameters = ({ headerTemplate, footerTemplate, marginTopMm, marginBottomMm }: ChromiumBands) => ({
  displayHeaderFooter: true,
  headerTemplate,
  footerTemplate,
  marginTop: marginTopMm / MM_PER_INCH,
  marginBottom: marginBottomMm / MM_PER_INCH,
});
