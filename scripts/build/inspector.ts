import { on, once } from 'node:events';
import { z } from 'zod';

const cpuProfile = z.object({
  nodes: z.array(
    z.object({
      id: z.number(),
      callFrame: z.object({
        functionName: z.string(),
        url: z.string(),
        lineNumber: z.number(),
        columnNumber: z.number(),
      }),
      children: z.array(z.number()).default([]),
    }),
  ),
  samples: z.array(z.number()),
  /** Microseconds between two samples. */
  timeDeltas: z.array(z.number()),
});
export type CpuProfile = z.infer<typeof cpuProfile>;

/** Commands without a result are answered without one. */
const answer = z.object({ id: z.number(), result: z.unknown().optional() });

/** The default of V8. */
const SAMPLE_US = 1_000;

/** The inspector of an isolate of workerd. */
export class Inspector {
  readonly #socket: WebSocket;
  #lastId = 0;

  private constructor(socket: WebSocket) {
    this.#socket = socket;
  }

  static async open(url: string): Promise<Inspector> {
    const socket = new WebSocket(url);
    await once(socket, 'open');
    return new Inspector(socket);
  }

  async send(method: string, params = {}): Promise<unknown> {
    this.#lastId += 1;
    const id = this.#lastId;
    this.#socket.send(JSON.stringify({ id, method, params }));
    for await (const [message] of on(this.#socket, 'message')) {
      const { data, success } = answer.safeParse(JSON.parse(String((message as MessageEvent).data)));
      if (success && data.id === id) return data.result;
    }
    throw new Error('The inspector closed its connection.');
  }

  /** Samples the isolate's thread while `work` runs. */
  async profile(work: () => Promise<unknown>, sampleUs = SAMPLE_US): Promise<CpuProfile> {
    await this.send('Profiler.enable');
    await this.send('Profiler.setSamplingInterval', { interval: sampleUs });
    await this.send('Profiler.start');
    await work();
    const { profile } = z.object({ profile: cpuProfile }).parse(await this.send('Profiler.stop'));
    return profile;
  }

  close(): void {
    this.#socket.close();
  }
}
