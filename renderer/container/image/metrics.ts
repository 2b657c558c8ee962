import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';

export class Metrics {
  readonly registry = new Registry();
  readonly launches = new Counter({
    name: 'platen_renderer_browser_launches_total',
    help: 'Browsers started.',
    registers: [this.registry],
  });
  readonly refusedDestinations = new Counter({
    name: 'platen_renderer_refused_destinations_total',
    help: 'Connections refused by the egress proxy.',
    registers: [this.registry],
  });
  readonly #seconds = new Histogram({
    name: 'platen_renderer_job_seconds',
    help: 'Duration of jobs by outcome.',
    labelNames: ['path', 'outcome'],
    buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15, 60, 300],
    registers: [this.registry],
  });
  readonly #pdfBytes = new Counter({
    name: 'platen_renderer_pdf_bytes_total',
    help: 'Bytes of PDF sent.',
    registers: [this.registry],
  });

  constructor(load: () => number, isReady: () => boolean) {
    collectDefaultMetrics({ register: this.registry });
    const gauge = (name: string, help: string, value: () => number) =>
      new Gauge({
        name,
        help,
        registers: [this.registry],
        collect() {
          this.set(value());
        },
      });
    gauge('platen_renderer_jobs', 'Jobs that print or wait.', load);
    gauge('platen_renderer_ready', '1 while it can print.', () => (isReady() ? 1 : 0));
  }

  /** @param outcome `printed`, or the kind of the refusal */
  job(path: 'print' | 'generate', outcome: string, durationMs: number): void {
    this.#seconds.observe({ path, outcome }, durationMs / 1000);
  }

  sent(bytes: number): void {
    this.#pdfBytes.inc(bytes);
  }
}
