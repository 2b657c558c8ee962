import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { inProject } from '../../../scripts/project.ts';

/** The instructions of the renderer's Dockerfile that can be tested without Docker. */
export interface Dockerfile {
  /** Sources and destination of each `COPY`, relative to the root of the repository and to the work directory. */
  readonly copies: readonly { readonly sources: readonly string[]; readonly destination: string }[];
  readonly runs: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  readonly healthcheck: string;
  readonly entrypoint: readonly string[];
}

export async function readDockerfile(): Promise<Dockerfile> {
  const text = await readFile(inProject('renderer/container/image/Dockerfile'), 'utf8');
  const lines = text
    .replaceAll(/^\s*#.*\n/gm, '')
    .replaceAll(/\\\n/g, ' ')
    .split('\n');
  const read = (keyword: string) =>
    lines.filter((line) => line.startsWith(`${keyword} `)).map((line) => line.slice(keyword.length).trim());
  const words = (value: string) => value.split(/\s+/);
  return {
    copies: read('COPY').map((value) => ({
      sources: words(value).slice(0, -1),
      destination: words(value).at(-1) ?? '',
    })),
    runs: read('RUN'),
    environment: Object.fromEntries(
      read('ENV')
        .flatMap(words)
        .map((pair) => pair.split('=')),
    ),
    healthcheck: read('HEALTHCHECK').join().replace(/^CMD /, ''),
    entrypoint: z.array(z.string()).parse(JSON.parse(read('ENTRYPOINT').join())),
  };
}
