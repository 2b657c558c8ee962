import type { ServerResponse } from 'node:http';
import type { DevMessage } from './messages.ts';
import type { Previews, Wish } from './previews.ts';

interface Viewer {
  readonly wish: Wish;
  readonly response: ServerResponse;
  /** Ends what is printed for it. */
  running: AbortController;
}

/** The pages that are open. Each has a stream of events, and looks at one sample. */
export class Viewers {
  readonly #viewers = new Set<Viewer>();
  readonly #previews: Previews;

  constructor(previews: Previews) {
    this.#previews = previews;
  }

  async add(wish: Wish, response: ServerResponse): Promise<void> {
    response.writeHead(200, { 'Content-Type': 'text/event-stream' });
    const viewer = { wish, response, running: new AbortController() };
    this.#viewers.add(viewer);
    response.once('close', () => {
      this.#viewers.delete(viewer);
      viewer.running.abort();
    });
    await this.#show(viewer);
  }

  /** After a change of the files. A print of the older files ends. */
  async showAll(): Promise<void> {
    await Promise.all(Array.from(this.#viewers, (viewer) => this.#show(viewer)));
  }

  close(): void {
    for (const { response } of this.#viewers) response.end();
  }

  async #show(viewer: Viewer): Promise<void> {
    viewer.running.abort();
    viewer.running = new AbortController();
    const { signal } = viewer.running;
    const send = (message: DevMessage) => {
      if (!signal.aborted) viewer.response.write(`data: ${JSON.stringify(message)}\n\n`);
    };
    const project = await this.#previews.describeProject();
    send(project);
    if (project.kind === 'project') send(await this.#previews.print(viewer.wish, signal));
  }
}
