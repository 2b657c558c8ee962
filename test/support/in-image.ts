import { type ChildProcess, spawn } from 'node:child_process';

/**
 * Only `pivot_root` gives a program a root in which it may make user namespaces, as Chromium's sandbox does. The program has the
 * network of this machine, and no capability.
 */
const ENTER = `
set -e
mount --rbind "$ROOT" "$ROOT"
mount --make-rprivate "$ROOT"
mkdir -p "$ROOT/.outside"
mount --bind "$DATA" "$ROOT/data"
mount -t proc proc "$ROOT/proc"
mount --rbind /dev "$ROOT/dev"
mount -t tmpfs -o noexec,nosuid,nodev tmpfs "$ROOT/tmp"
mount -t tmpfs -o "nosuid,nodev,mode=0700,uid=$OWNER,gid=$OWNER" tmpfs "$ROOT$WORKDIR/.platen"
cat /etc/resolv.conf > "$ROOT/etc/resolv.conf"
cd "$ROOT"
pivot_root . .outside
umount -l /.outside
mount -o remount,bind,ro /
cd "$WORKDIR"
exec env -i "$@"
`;

export interface ImageProgram {
  /** The mounted files of the image. */
  readonly root: string;
  /** Mounted at `/data`. */
  readonly data: string;
  readonly workDirectory: string;
  readonly user: number;
  readonly env: Readonly<Record<string, string>>;
  readonly command: readonly string[];
}

/** Runs a program of an image as `server/compose.yaml` does: no capability, `no-new-privileges`, and files that cannot be written. Needs root. */
export function spawnInImage({ root, data, workDirectory, user, env, command }: ImageProgram): ChildProcess {
  const variables = Object.entries(env).map(([name, value]) => `${name}=${value}`);
  const ids = [
    `--reuid=${user}`,
    `--regid=${user}`,
    '--clear-groups',
    '--no-new-privs',
    '--bounding-set=-all',
  ];
  const namespaces = ['--mount', '--pid', '--fork', '--kill-child'];
  return spawn(
    'unshare',
    [...namespaces, 'sh', '-c', ENTER, 'sh', ...variables, 'setpriv', ...ids, ...command],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { PATH: process.env.PATH, ROOT: root, DATA: data, WORKDIR: workDirectory, OWNER: String(user) },
    },
  );
}
