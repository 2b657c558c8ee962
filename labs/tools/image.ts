/** Builds both images with buildah, and runs the tests of self-hosting in the service's image. Needs root. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inProject } from '../../scripts/project.ts';
import { buildah, run } from '../image/buildah.ts';
import { BASE, makeBase } from '../image/base.ts';

const IMAGES = [
  ['platen-renderer', 'renderer/container/image/Dockerfile'],
  ['platen', 'server/Dockerfile'],
] as const;

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

const folder = mkdtempSync(join(tmpdir(), 'platen-image-'));
try {
  makeBase(folder);
  const source = join(folder, 'source');
  run('git', ['clone', '--quiet', '--depth', '1', `file://${inProject()}`, source]);
  for (const [name, dockerfile] of IMAGES) {
    console.log(`Building ${name} on a base that stands in for ${BASE} …`);
    const file = join(source, dockerfile);
    const network = ['--pull-never', '--network', 'host', ...npmSettings()];
    buildah('build', '--format', 'docker', ...network, '--file', file, '--tag', name, source);
    console.log(buildah('images', '--format', '{{.Name}} {{.Size}}', name));
  }
  const container = buildah('from', '--pull-never', 'platen');
  try {
    const root = buildah('mount', container);
    const { status } = spawnSync('node_modules/.bin/vitest', TESTS, {
      cwd: inProject(),
      stdio: 'inherit',
      env: { ...process.env, IMAGE_ROOT: root },
    });
    process.exitCode = status ?? 1;
  } finally {
    buildah('rm', container);
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
