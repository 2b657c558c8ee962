import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { stripVTControlCharacters } from 'node:util';

/** Where the service's own lines go. */
export interface OutputSink {
  /** A structured line of the Worker: one JSON object. */
  readonly onLog: (line: string) => void;
  /** A line of an error, from the Worker or from Wrangler. */
  readonly onError: (line: string) => void;
}

const BLOCK_STARTS = [
  { pattern: /^\{.*\}$/, kind: 'log' },
  { pattern: /^✘ \[ERROR\]|^\[wrangler:error\]|^\S*Error: /, kind: 'error' },
  { pattern: /^▲ \[WARNING\]|^\[wrangler:|^Using secrets|^Your Worker|^⎔/, kind: 'chatter' },
] as const;

/** Wrangler's mark before what the Worker wrote with `console.error`: structured lines stay JSON without it. */
const ERROR_MARK = /^✘ \[ERROR\] (?=\{)/;

type Kind = (typeof BLOCK_STARTS)[number]['kind'];

const kindOf = (line: string): Kind | undefined =>
  BLOCK_STARTS.find(({ pattern }) => pattern.test(line))?.kind;

/** A structured line of the standard error is an error, whatever else it tells. */
export type Stream = 'stdout' | 'stderr';

/**
 * Passes on what the Worker logs and what went wrong; leaves out Wrangler's account of itself. A message
 * of Wrangler may run over several lines, which belong to the line that opened it.
 */
export function sortOutput(output: Readable, stream: Stream, sink: OutputSink): void {
  let kind: Kind = stream === 'stdout' ? 'chatter' : 'error';
  createInterface({ input: output }).on('line', (raw) => {
    const line = stripVTControlCharacters(raw).replace(ERROR_MARK, '');
    kind = kindOf(line) ?? (kind === 'log' ? 'chatter' : kind);
    if (kind === 'chatter' || line.trim() === '') return;
    if (kind === 'log' && stream === 'stdout') sink.onLog(line);
    else sink.onError(line);
  });
}
