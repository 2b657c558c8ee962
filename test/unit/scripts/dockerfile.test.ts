import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { baseOf } from '../../../scripts/image/build-image.ts';
import { parseDockerfile, UnknownInstruction } from '../../../scripts/image/dockerfile.ts';
import { inProject } from '../../../scripts/project.ts';

it('reads each instruction, in order', () => {
  const text = `# A comment
FROM node:24-trixie-slim

RUN echo "$HOME" > /home.txt
WORKDIR /app
copy a.json b.json ./
ENV A=1 PATH_OF=/x:/y
EXPOSE 80
HEALTHCHECK CMD node -e "check($PORT)"
ENTRYPOINT ["/usr/bin/tini", "--", \\
            "node", "a b.ts"]
`;
  expect(parseDockerfile(text)).toEqual([
    { kind: 'FROM', image: 'node:24-trixie-slim' },
    { kind: 'RUN', command: 'echo "$HOME" > /home.txt' },
    { kind: 'WORKDIR', path: '/app' },
    { kind: 'COPY', sources: ['a.json', 'b.json'], destination: './' },
    { kind: 'ENV', variables: { A: '1', PATH_OF: '/x:/y' } },
    { kind: 'EXPOSE', port: 80 },
    { kind: 'HEALTHCHECK', command: 'node -e "check($PORT)"' },
    { kind: 'ENTRYPOINT', argv: ['/usr/bin/tini', '--', 'node', 'a b.ts'] },
  ]);
});

it('joins the lines of a command, and leaves out the comments and blank lines between them', () => {
  const text = 'RUN one \\\n && two \\\n # Why three comes.\n\n && three\nEXPOSE 1\n';
  expect(parseDockerfile(text)).toEqual([
    { kind: 'RUN', command: 'one  && two  && three' },
    { kind: 'EXPOSE', port: 1 },
  ]);
});

it.each([
  ['an instruction that it does not know', 'USER renderer'],
  ['what is no instruction', 'nonsense'],
  ['a stage with a name', 'FROM node AS build'],
  ['a command in JSON', 'RUN ["true"]'],
  ['a command with options for Docker', 'RUN --mount=type=cache,target=/x true'],
  ['a here-document', 'RUN <<END'],
  ['a copy from another stage', 'COPY --from=build /a /b'],
  ['a copy to nowhere', 'COPY a'],
  ['a variable that Docker replaces', 'COPY $A /b'],
  ['a quoted value', 'ENV A="1 2"'],
  ['a variable in the old form', 'ENV A 1'],
  ['a port with a protocol', 'EXPOSE 80/udp'],
  ['a health check with options', 'HEALTHCHECK --interval=5s CMD true'],
  ['no health check', 'HEALTHCHECK NONE'],
  ['an entrypoint for the shell', 'ENTRYPOINT node server.ts'],
  ['an entrypoint of something else than words', 'ENTRYPOINT [1]'],
])('refuses %s, and names the line', (_what, line) => {
  const parse = () => parseDockerfile(`FROM node\n\n${line}\n`);
  expect(parse).toThrow(UnknownInstruction);
  expect(parse).toThrow(`Line 3: ${line} is not understood.`);
});

it('understands the Dockerfile of the renderer', async () => {
  const text = await readFile(inProject('renderer/container/image/Dockerfile'), 'utf8');
  const instructions = parseDockerfile(text);
  expect(baseOf(instructions)).toEqual({ nodeMajor: '24', suite: 'trixie' });
  expect(instructions.at(-1)?.kind).toBe('ENTRYPOINT');
});

it.each([
  ['another image', 'FROM debian:trixie'],
  ['two stages', 'FROM node:24-trixie-slim\nFROM node:24-trixie-slim'],
  ['no image', 'EXPOSE 80'],
])('takes %s for no base that it can make', (_what, text) => {
  expect(() => baseOf(parseDockerfile(text))).toThrow('node:NUMBER-SUITE-slim');
});
