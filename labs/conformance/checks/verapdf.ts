import { inProject } from '../../../scripts/project.ts';
import { JavaProcess } from './java-process.ts';

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

/** The validator veraPDF. It reads one file after the other. */
export class VeraPdf {
  readonly #java = new JavaProcess(inProject('labs/conformance/java'), 'Validate');

  /** @param profile such as `2b`. @throws {Error} veraPDF cannot read the file, or checked nothing */
  async validate(path: string, profile: string): Promise<Verdict> {
    const [counts = [], ...broken] = await this.#java.ask(`${profile}\t${path}`);
    const [, rules, passed, failed] = counts;
    const verdict = {
      rules: Number(rules),
      passed: Number(passed),
      failed: Number(failed),
      broken: broken.map(toBrokenRule),
    };
    // A profile without rules finds no fault in any file.
    if (!(verdict.rules > 0 && verdict.passed > 0))
      throw new Error(`veraPDF checked nothing: ${counts.join(' ')}`);
    return verdict;
  }

  stop(): void {
    this.#java.stop();
  }
}

const toBrokenRule = ([rule = '', count, ...example]: readonly string[]): BrokenRule => ({
  rule,
  count: Number(count),
  example: example.join(': '),
});
