import { isJsonObject } from '../../schema/json-object.ts';

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
    try {
      return JSON.parse(text.replace(/^\uFEFF/, '')) as unknown;
    } catch (error) {
      this.add(path, `is not valid JSON: ${error instanceof Error ? error.message : String(error)}`);
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
