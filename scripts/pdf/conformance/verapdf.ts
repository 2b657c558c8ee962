import { type ChildProcessWithoutNullStreams, execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { inProject } from '../../project.ts';

/** A rule that a file breaks. */
export interface BrokenRule {
  /** The clause and the number of the test, such as `6.2.11.8-1`. */
  readonly rule: string;
  readonly count: number;
  /** The first object that breaks it, and what is wrong. */
  readonly example: string;
}

export interface Verdict {
  readonly rules: number;
  readonly passed: number;
  readonly failed: number;
  readonly broken: readonly BrokenRule[];
}

const FOLDER = inProject('scripts/conformance');

/** @throws {Error} says what is missing */
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

/** Maven fetches what is missing into its own cache. */
function findClassPath(): string {
  const directory = mkdtempSync(join(tmpdir(), 'platen-class-path-'));
  try {
    const file = join(directory, 'class-path');
    execFileSync(
      'mvn',
      ['-q', '-B', '-f', join(FOLDER, 'pom.xml'), 'dependency:build-classpath', `-Dmdep.outputFile=${file}`],
      { stdio: ['ignore', 'inherit', 'inherit'] },
    );
    return readFileSync(file, 'utf8').trim();
  } finally {
    rmSync(directory, { recursive: true });
  }
}

/** veraPDF in a process of its own, which reads one file after the other. */
export class VeraPdf {
  readonly #process: ChildProcessWithoutNullStreams;
  readonly #lines: AsyncIterator<string>;

  private constructor(process: ChildProcessWithoutNullStreams) {
    this.#process = process;
    this.#lines = createInterface({ input: process.stdout })[Symbol.asyncIterator]();
    process.stderr.resume();
  }

  static start(): VeraPdf {
    requireJava();
    const source = join(FOLDER, 'Validate.java');
    return new VeraPdf(spawn('java', ['-Xmx1g', '-cp', findClassPath(), source]));
  }

  /** @param profile such as `2b`. @throws {Error} veraPDF cannot read the file, or checked nothing */
  async validate(path: string, profile: string): Promise<Verdict> {
    this.#process.stdin.write(`${profile}\t${path}\n`);
    const lines: string[] = [];
    for (let line = await this.#read(); line !== ''; line = await this.#read()) lines.push(line);
    const [name = '', rules, passed, failed] = lines[0]?.split('\t') ?? [];
    if (name === 'error') throw new Error(`veraPDF cannot read it: ${rules}`);
    const verdict = {
      rules: Number(rules),
      passed: Number(passed),
      failed: Number(failed),
      broken: lines.slice(1).map(toBrokenRule),
    };
    // A profile without rules finds no fault in any file.
    if (!(verdict.rules > 0 && verdict.passed > 0)) throw new Error(`veraPDF checked nothing: ${lines[0]}`);
    return verdict;
  }

  async #read(): Promise<string> {
    const { value, done } = await this.#lines.next();
    if (done === true) throw new Error('veraPDF has ended');
    return value;
  }

  stop(): void {
    this.#process.stdin.end();
  }
}

function toBrokenRule(line: string): BrokenRule {
  const [rule = '', count, ...example] = line.split('\t');
  return { rule, count: Number(count), example: example.join(': ') };
}
