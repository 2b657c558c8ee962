import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { ancestorCommands } from '../local/process-tree.ts';
import { inProject } from '../project.ts';

/** With this option, Wrangler deploys the Worker without the container. */
export const WITHOUT_CONTAINER = '--containers-rollout=none';

const EXPLANATION = `wrangler.toml has a container, and Wrangler needs Docker to build its image. No Docker runs on this machine.

Deploy the Worker without the container, as \`npm run deploy\` does:

  npm run deploy                                    creates what is missing, and deploys
  npx wrangler deploy --env production ${WITHOUT_CONTAINER}    only deploys; with --dry-run it changes nothing

Or start Docker, and run \`npm run deploy -- --container\`. See docs/deploying.md.
`;

/**
 * Returns what to do if `wrangler deploy` started this process and would fail without Docker, or else null. Docker's own error comes
 * later, and does not name the option.
 * @param commands the command lines that started this process
 */
export function explainMissingDocker(commands: readonly string[] = ancestorCommands()): string | null {
  if (commands.some((command) => /--containers-rollout[= ]none\b/.test(command))) return null;
  return !hasContainer(environmentOf(commands)) || hasDocker() ? null : EXPLANATION;
}

function environmentOf(commands: readonly string[]): string | undefined {
  const [, named] =
    /\s(?:--env|-e)[= ](\S+)/.exec(commands.find((command) => / deploy\b/.test(command)) ?? '') ?? [];
  return named ?? process.env.CLOUDFLARE_ENV;
}

function hasContainer(environment: string | undefined): boolean {
  const header = environment === undefined ? '[[containers]]' : `[[env.${environment}.containers]]`;
  return readFileSync(inProject('wrangler.toml'), 'utf8').split('\n').includes(header);
}

function hasDocker(): boolean {
  const docker = process.env.WRANGLER_DOCKER_BIN ?? 'docker';
  return spawnSync(docker, ['info'], { stdio: 'ignore', timeout: 20_000 }).status === 0;
}
