/** Builds both images with buildah, and runs the tests of self-hosting in the service's image. Needs root. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { inProject } from '../../scripts/project.ts';
import { buildah, run } from '../image/buildah.ts';
import { BASE, makeBase } from '../image/base.ts';

const SERVER = 'server/Dockerfile';

/** With `--from COMMIT`, the test upgrades the service from the image of that commit. */
const { values } = parseArgs({ options: { from: { type: 'string' } } });

const TESTS = [
  'run',
  '--project=acceptance',
  '--mode=long',
  'test/acceptance/self-hosting.long.test.ts',
] as const;

/** npm's settings of this machine, in no layer. */
const npmSettings = (): string[] =>
  ['globalconfig', 'userconfig']
    .map((name) => run('npm', ['config', 'get', name]).trim())
    .filter((file) => existsSync(file))
    .flatMap((file, index) => ['--volume', `${file}:${['/usr/local/etc/npmrc', '/root/.npmrc'][index]}:ro`]);

function build(name: string, dockerfile: string, source: string): void {
  console.log(`Building ${name} on a base that stands in for ${BASE} …`);
  const network = ['--pull-never', '--network', 'host', ...npmSettings()];
  buildah(
    'build',
    '--format',
    'docker',
    ...network,
    '--file',
    join(source, dockerfile),
    '--tag',
    name,
    source,
  );
  console.log(buildah('images', '--format', '{{.Name}} {{.Size}}', name));
}

const containers: string[] = [];

/** @returns the folder with the files of the image */
function mount(image: string): string {
  const container = buildah('from', '--pull-never', image);
  containers.push(container);
  return buildah('mount', container);
}

const folder = mkdtempSync(join(tmpdir(), 'platen-image-'));
try {
  makeBase(folder);
  const source = join(folder, 'source');
  run('git', ['clone', '--quiet', `file://${inProject()}`, source]);
  build('platen-renderer', 'renderer/container/image/Dockerfile', source);
  build('platen', SERVER, source);
  const roots: Record<string, string> = { IMAGE_ROOT: mount('platen') };
  if (values.from !== undefined) {
    run('git', ['-C', source, 'checkout', '--quiet', values.from]);
    build('platen-before', SERVER, source);
    roots.IMAGE_BEFORE = mount('platen-before');
  }
  const { status } = spawnSync('node_modules/.bin/vitest', TESTS, {
    cwd: inProject(),
    stdio: 'inherit',
    env: { ...process.env, ...roots },
  });
  process.exitCode = status ?? 1;
} finally {
  for (const container of containers) buildah('rm', container);
  rmSync(folder, { recursive: true, force: true });
}
