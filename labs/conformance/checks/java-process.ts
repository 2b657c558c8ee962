import { type ChildProcessWithoutNullStreams, execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { inProject } from '../../../scripts/project.ts';

/** @throws {Error} names the tools that are missing */
function requireJava(): void {
  const missing = ['java', 'mvn'].filter((tool) => {
    try {
      execFileSync('which', [tool], { stdio: 'ignore' });
      return false;
    } catch {
      return true;
    }
  });
  if (missing.length > 0)
    throw new Error(
      `Not installed: ${missing.join(' and ')}. Nothing was checked. Install Java 17 and Maven: apt-get install default-jdk-headless maven`,
    );
}

/** Returns the class path of a `pom.xml`. Maven downloads missing packages into its own cache. */
function findClassPath(folder: string): string {
  const directory = mkdtempSync(join(tmpdir(), 'platen-class-path-'));
  try {
    const file = join(directory, 'class-path');
    execFileSync(
      'mvn',
      ['-q', '-B', '-f', join(folder, 'pom.xml'), 'dependency:build-classpath', `-Dmdep.outputFile=${file}`],
      { stdio: ['ignore', 'inherit', 'inherit'] },
    );
    return readFileSync(file, 'utf8').trim();
  } finally {
    rmSync(directory, { recursive: true });
  }
}

/** Returns the path of an artifact that has in itself what it needs. Its own `pom.xml` may name what no repository has. @param artifact `group:name:version` */
function findJar(artifact: string): string {
  const [, name = '', version = ''] = artifact.split(':');
  const folder = inProject('artifacts/jars');
  const jar = join(folder, `${name}-${version}.jar`);
  const pom = inProject('labs/e-invoice/pom.xml');
  const options = [`-Dartifact=${artifact}`, `-DoutputDirectory=${folder}`];
  if (!existsSync(jar))
    execFileSync('mvn', ['-q', '-B', '-f', pom, 'dependency:copy', ...options], {
      stdio: ['ignore', 'inherit', 'inherit'],
    });
  return jar;
}

/** A Java class in its own process. It answers each line with lines, and ends an answer with an empty line. */
export class JavaProcess {
  readonly #process: ChildProcessWithoutNullStreams;
  readonly #lines: AsyncIterator<string>;
  readonly #name: string;

  /** @param folder has the class, and its `pom.xml` if there is no artifact @param artifact the only one that the class needs @throws {Error} Java or Maven is missing */
  constructor(folder: string, name: string, artifact: string | null = null) {
    requireJava();
    this.#name = name;
    const classPath = artifact === null ? findClassPath(folder) : findJar(artifact);
    this.#process = spawn('java', ['-Xmx1g', '-cp', classPath, join(folder, `${name}.java`)]);
    this.#lines = createInterface({ input: this.#process.stdout })[Symbol.asyncIterator]();
    this.#process.stderr.resume();
  }

  /** Returns the fields of each line of the answer. @throws {Error} the class reports an error */
  async ask(line: string): Promise<string[][]> {
    this.#process.stdin.write(`${line}\n`);
    const answer: string[][] = [];
    for (let read = await this.#read(); read !== ''; read = await this.#read()) answer.push(read.split('\t'));
    const [kind, reason] = answer[0] ?? [];
    if (kind === 'error') throw new Error(`${this.#name} cannot read it: ${reason}`);
    return answer;
  }

  async #read(): Promise<string> {
    const { value, done } = await this.#lines.next();
    if (done === true) throw new Error(`${this.#name} has ended`);
    return value;
  }

  stop(): void {
    this.#process.stdin.end();
  }
}
