import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { stripVTControlCharacters } from 'node:util';

export interface OutputSink {
  /** Gets each structured line of the Worker: one JSON object. */
  readonly onLog: (line: string) => void;
  /** Gets each line of an error, from the Worker or from Wrangler. */
  readonly onError: (line: string) => void;
}

const BLOCK_STARTS = [
  { pattern: /^\{.*\}$/, kind: 'log' },
  { pattern: /^✘ \[ERROR\]|^\[wrangler:error\]|^\S*Error: /, kind: 'error' },
  { pattern: /^▲ \[WARNING\]|^\[wrangler:|^Using secrets|^Your Worker|^⎔/, kind: 'chatter' },
] as const;

/** Wrangler's prefix of lines from `console.error`. Structured lines are JSON once it is removed. */
const ERROR_MARK = /^✘ \[ERROR\] (?=\{)/;

type Kind = (typeof BLOCK_STARTS)[number]['kind'];

const classify = (line: string): Kind | undefined =>
  BLOCK_STARTS.find(({ pattern }) => pattern.test(line))?.kind;

export type Stream = 'stdout' | 'stderr';

/** Leaves out Wrangler's own messages, which may have several lines: design note 15. */
export function sortOutput(output: Readable, stream: Stream, sink: OutputSink): void {
  let kind: Kind = stream === 'stdout' ? 'chatter' : 'error';
  createInterface({ input: output }).on('line', (raw) => {
    const line = stripVTControlCharacters(raw).replace(ERROR_MARK, '');
    kind = classify(line) ?? (kind === 'log' ? 'chatter' : kind);
    if (kind === 'chatter' || line.trim() === '') return;
    if (kind === 'log' && stream === 'stdout') sink.onLog(line);
    else sink.onError(line);
  });
}
