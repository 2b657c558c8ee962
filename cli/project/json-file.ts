import { isJsonObject } from '../../schema/json-object.ts';
import { describeJsonError } from '../../schema/json-syntax-error.ts';

/** The form of each JSON file that a command writes. */
export const writeJson = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

/** Problems of files, which a command shows together. */
export class FileProblems {
  readonly list: string[] = [];

  add(path: string, problem: string): void {
    this.list.push(`${path}: ${problem}`);
  }

  /** @returns undefined if the text is not JSON. The problem is noted then. */
  parseJson(path: string, text: string): unknown {
    const json = text.replace(/^\uFEFF/, '');
    try {
      return JSON.parse(json) as unknown;
    } catch {
      this.add(path, `is not valid JSON: ${describeJsonError(json)}`);
      return undefined;
    }
  }

  /** @returns null if the text is not a JSON object. The problem is noted then. */
  parseObject(path: string, text: string): Record<string, unknown> | null {
    const value = this.parseJson(path, text);
    if (value === undefined) return null;
    if (isJsonObject(value)) return value;
    this.add(path, 'must be an object');
    return null;
  }
}
