/** Linearizes one PDF, and ends. The password comes as a message: other users can see the arguments of a process. */
import { createRequire } from 'node:module';

interface Qpdf {
  readonly FS: {
    mkdir(path: string): void;
    mount(type: unknown, options: { readonly root: string }, path: string): void;
  };
  /** Reads and writes files in place. Its own file system would hold both files in memory. */
  readonly NODEFS: unknown;
  callMain(args: readonly string[]): number;
}

type Load = (options: {
  readonly locateFile: () => string;
  readonly print: () => void;
  readonly printErr: () => void;
}) => Promise<Qpdf>;

const require = createRequire(import.meta.url);
const load: Load = require('@neslinesli93/qpdf-wasm');

const ignore = () => {};

async function open(directory: string): Promise<Qpdf> {
  const wasm = require.resolve('@neslinesli93/qpdf-wasm/dist/qpdf.wasm');
  const qpdf = await load({ locateFile: () => wasm, print: ignore, printErr: ignore });
  qpdf.FS.mkdir('/files');
  qpdf.FS.mount(qpdf.NODEFS, { root: directory }, '/files');
  return qpdf;
}

const FAILED = 2;

async function linearize(directory: string, password: string | null): Promise<number> {
  const exitCode = (await open(directory)).callMain([
    '--linearize',
    // Compressed streams stay as they are. Options that say so, such as `--stream-data=preserve`, remove the encryption.
    // The engine reads none.
    '--object-streams=disable',
    // PDF/A wants it (ISO 19005-2, 6.1.7.1).
    '--newline-before-endstream',
    ...(password === null ? [] : [`--password=${password}`]),
    '/files/in.pdf',
    '/files/out.pdf',
  ]);
  if (password === null || exitCode === FAILED) return exitCode;
  // A password that is lost would not show.
  const isEncrypted =
    (await open(directory)).callMain(['--is-encrypted', `--password=${password}`, '/files/out.pdf']) === 0;
  return isEncrypted ? exitCode : FAILED;
}

// It listens until the server ends it. If it ended by itself, a busy server could see its end before its answer.
process.on('message', ({ directory, password }: { directory: string; password: string | null }) => {
  linearize(directory, password).then(
    (exitCode) => process.send?.({ exitCode }),
    () => process.send?.({ exitCode: FAILED }),
  );
});
