import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { z } from 'zod';
import { inProject } from '../../../scripts/project.ts';

/** The instructions of a Dockerfile's last stage that can be tested without Docker. */
export interface Dockerfile {
  /** Sources and destination of each `COPY`, relative to the root of the repository and to the work directory. */
  readonly copies: readonly { readonly sources: readonly string[]; readonly destination: string }[];
  /** Folders of an earlier stage, relative to its work directory. */
  readonly built: readonly string[];
  readonly runs: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  readonly healthcheck: string;
  readonly entrypoint: readonly string[];
}

export async function readDockerfile(path = 'renderer/container/image/Dockerfile'): Promise<Dockerfile> {
  const text = await readFile(inProject(path), 'utf8');
  const lines = text
    .slice(text.lastIndexOf('\nFROM '))
    .replaceAll(/^\s*#.*\n/gm, '')
    .replaceAll(/\\\n/g, ' ')
    .split('\n');
  const read = (keyword: string) =>
    lines.filter((line) => line.startsWith(`${keyword} `)).map((line) => line.slice(keyword.length).trim());
  const words = (value: string) => value.split(/\s+/);
  const { fromStage = [], fromRepository = [] } = Object.groupBy(read('COPY'), (value) =>
    value.startsWith('--from=') ? 'fromStage' : 'fromRepository',
  );
  return {
    built: fromStage.map((value) => basename(words(value)[1] ?? '')),
    copies: fromRepository.map((value) => ({
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
