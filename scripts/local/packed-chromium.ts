import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createReadStream, createWriteStream, existsSync, readFileSync } from 'node:fs';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createBrotliDecompress } from 'node:zlib';

export interface UnpackedChromium {
  readonly folder: string;
  readonly program: string;
  /** A folder with libnss3 and other libraries that a plain Debian does not have. */
  readonly libraries: string;
}

/** The package's own function unpacks into the system's temporary folder and keeps old versions. */
export async function unpackChromium(parent: string): Promise<UnpackedChromium> {
  const packageFolder = dirname(dirname(createRequire(import.meta.url).resolve('@sparticuz/chromium')));
  const { version } = JSON.parse(readFileSync(join(packageFolder, 'package.json'), 'utf8')) as {
    version: string;
  };
  const folder = join(parent, version);
  if (!existsSync(folder)) await unpackInto(folder, join(packageFolder, 'bin'));
  return { folder, program: join(folder, 'chromium'), libraries: join(folder, 'lib') };
}

async function unpackInto(folder: string, archives: string): Promise<void> {
  const draft = `${folder}.${process.pid}`;
  await rm(draft, { recursive: true, force: true });
  await mkdir(draft, { recursive: true });
  await Promise.all([
    pipeline(
      createReadStream(join(archives, 'chromium.br')),
      createBrotliDecompress({ chunkSize: 1 << 20 }),
      createWriteStream(join(draft, 'chromium'), { mode: 0o755 }),
    ),
    ...['al2023', 'fonts'].map((name) => extract(join(archives, `${name}.tar.br`), draft)),
  ]);
  try {
    await rename(draft, folder);
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    // Another process was faster. Its copy is the same.
    if (!existsSync(folder)) throw error;
  }
}

/** tar stops reading at the archive's end mark, before the padding after it is written. */
function ignoreClosedPipe(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPIPE' && error.code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error;
}

async function extract(archive: string, folder: string): Promise<void> {
  const tar = spawn('tar', ['-xf', '-', '-C', folder], { stdio: ['pipe', 'ignore', 'inherit'] });
  const exit = once(tar, 'exit');
  await pipeline(createReadStream(archive), createBrotliDecompress(), tar.stdin).catch(ignoreClosedPipe);
  const [code] = await exit;
  if (code !== 0) throw new Error(`tar could not unpack ${archive} (exit code ${code}).`);
}

/**
 * The fonts of the archive, which has Open Sans. On a machine without any font, Chromium prints boxes instead of text, or does not start.
 * @param withSystem also the fonts of this machine. Without them, a document looks the same on each machine.
 */
export async function fontConfiguration(
  folder: string,
  { withSystem }: { withSystem: boolean },
): Promise<string> {
  const path = join(folder, withSystem ? 'fonts-and-system.conf' : 'fonts-only.conf');
  if (existsSync(path)) return path;
  const draft = `${path}.${process.pid}`;
  await writeFile(
    draft,
    `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
${withSystem ? SYSTEM_FONTS : ''}  <dir>${join(folder, 'fonts')}</dir>
  <cachedir>${join(folder, 'font-cache')}</cachedir>
</fontconfig>
`,
  );
  await rename(draft, path);
  return path;
}

const SYSTEM_FONTS = `  <include ignore_missing="yes">/etc/fonts/fonts.conf</include>
  <dir>/usr/share/fonts</dir>
  <dir>/usr/local/share/fonts</dir>
  <dir prefix="xdg">fonts</dir>
`;
