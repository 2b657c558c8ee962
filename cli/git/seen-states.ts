import { sha256 } from '../project/hash.ts';
import { FileProblems } from '../project/json-file.ts';
import { digestOf, toNormalForm } from '../project/normal-form.ts';
import { isTemplateFile, readTemplateFiles } from '../project/template-files.ts';
import type { Blob, Git } from './git.ts';

/** Looks for a state in the commits of this branch. A push that replaces such a state loses nothing (decision 94). */

/** Leaves out a byte order mark, as the service does. */
const decoder = new TextDecoder('utf-8');

/** Returns whether a commit has had the template that the service has. */
export async function hasSeenTemplate(git: Git, directory: string, digest: string): Promise<boolean> {
  const known = new Map<string, string>();
  for await (const blobs of git.history(directory)) {
    const files = await readTexts(git, blobs, known);
    if ((await digestOfFiles(files)) === digest) return true;
  }
  return false;
}

/** @param known texts by their ids. Most commits change one file, and each reading starts a process. */
async function readTexts(
  git: Git,
  blobs: readonly Blob[],
  known: Map<string, string>,
): Promise<Map<string, string>> {
  const files = new Map<string, string>();
  for (const { path, id } of blobs) {
    if (!isTemplateFile(path)) continue;
    const text = known.get(id) ?? decoder.decode(await git.read(id));
    known.set(id, text);
    files.set(path, text);
  }
  return files;
}

/** @returns null if the files are not a valid template */
async function digestOfFiles(files: ReadonlyMap<string, string>): Promise<string | null> {
  const problems = new FileProblems();
  const read = readTemplateFiles(files, problems);
  if (read === null || problems.list.length > 0) return null;
  try {
    return await digestOf(toNormalForm(read));
  } catch {
    return null;
  }
}

const MARK = Buffer.from('\uFEFF');

/** The service has a text without its byte order mark. */
const withoutMark = (bytes: Uint8Array): Uint8Array =>
  Buffer.from(bytes.subarray(0, MARK.length)).equals(MARK) ? bytes.subarray(MARK.length) : bytes;

/** Returns whether a commit has had a file with these bytes. */
export async function hasSeenFile(git: Git, path: string, digest: string): Promise<boolean> {
  for await (const blobs of git.history(path)) {
    for (const { id } of blobs) {
      const bytes = await git.read(id);
      if (sha256(bytes) === digest || sha256(withoutMark(bytes)) === digest) return true;
    }
  }
  return false;
}
