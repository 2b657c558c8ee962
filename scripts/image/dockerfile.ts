/** One step of a Dockerfile, of the kinds that the renderer's uses. */
export type Instruction =
  | { readonly kind: 'FROM'; readonly image: string }
  | { readonly kind: 'RUN'; readonly command: string }
  | { readonly kind: 'WORKDIR'; readonly path: string }
  | { readonly kind: 'COPY'; readonly sources: readonly string[]; readonly destination: string }
  | { readonly kind: 'ENV'; readonly variables: Readonly<Record<string, string>> }
  | { readonly kind: 'EXPOSE'; readonly port: number }
  | { readonly kind: 'HEALTHCHECK'; readonly command: string }
  | { readonly kind: 'ENTRYPOINT'; readonly argv: readonly string[] };

/** A Dockerfile that has something which is not understood here; the message names the line. */
export class UnknownInstruction extends Error {}

interface Line {
  /** Of its first line, from 1. */
  readonly number: number;
  readonly text: string;
}

/**
 * Reads a Dockerfile. What it does not know it refuses, so that no step is left out unnoticed.
 * https://docs.docker.com/reference/dockerfile/
 *
 * @throws {UnknownInstruction}
 */
export const parseDockerfile = (text: string): Instruction[] =>
  joinLines(text).map(({ number, text: line }) => {
    const [, keyword = '', rest = ''] = /^\s*(\S+)\s*(.*)$/s.exec(line) ?? [];
    const read = READERS[keyword.toUpperCase()];
    const instruction = read?.(rest.trim());
    if (!instruction) throw new UnknownInstruction(`Line ${number}: ${line.trim()} is not understood.`);
    return instruction;
  });

/** Lines that end in a backslash go on in the next one; comments and blank lines in between count for nothing. */
function joinLines(text: string): Line[] {
  const lines: Line[] = [];
  let open: Line | null = null;
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    if (/^\s*(#|$)/.test(line)) continue;
    const goesOn = /\\\s*$/.test(line);
    const part: string = goesOn ? line.replace(/\\\s*$/, '') : line;
    const joined: Line = { number: open?.number ?? index + 1, text: (open?.text ?? '') + part };
    open = goesOn ? joined : null;
    if (!goesOn) lines.push(joined);
  }
  return open ? [...lines, open] : lines;
}

/** Each returns null for a form of its instruction that is not understood. */
const READERS: Readonly<Record<string, (rest: string) => Instruction | null>> = {
  FROM: (image) => (isPlain(image) ? { kind: 'FROM', image } : null),
  RUN: (command) => (isShell(command) ? { kind: 'RUN', command } : null),
  WORKDIR: (path) => (isPlain(path) ? { kind: 'WORKDIR', path } : null),
  COPY: (rest) => {
    const words = rest.split(/\s+/);
    const destination = words.pop() ?? '';
    if (words.length === 0 || ![...words, destination].every(isPlain)) return null;
    return { kind: 'COPY', sources: words, destination };
  },
  ENV: (rest) => {
    const pairs = rest.split(/\s+/).map((word) => /^(\w+)=(.+)$/.exec(word));
    if (!pairs.every((pair) => pair !== null && isPlain(pair[2] ?? ''))) return null;
    return { kind: 'ENV', variables: Object.fromEntries(pairs.map((pair) => [pair?.[1], pair?.[2]])) };
  },
  EXPOSE: (port) => (/^\d+$/.test(port) ? { kind: 'EXPOSE', port: Number(port) } : null),
  HEALTHCHECK: (rest) => {
    const command = /^CMD\s+(.+)$/s.exec(rest)?.[1] ?? '';
    return isShell(command) ? { kind: 'HEALTHCHECK', command } : null;
  },
  ENTRYPOINT: (rest) => {
    const argv = parseJson(rest);
    return Array.isArray(argv) && argv.length > 0 && argv.every((word) => typeof word === 'string')
      ? { kind: 'ENTRYPOINT', argv }
      : null;
  },
};

/** One word without what Docker would replace or unquote: no variable, no quote, no option. */
const isPlain = (word: string): boolean => /^(?!--)[^\s$"'\\]+$/.test(word);

/** A command for the shell, neither Docker's JSON form nor one with options for Docker. */
const isShell = (command: string): boolean => /^(?!\[|--|<<)./s.test(command);

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
