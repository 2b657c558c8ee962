import { z } from 'zod';

const line = z.object({ event: z.literal('cause'), code: z.string(), cause: z.string() });

const SHOWN = 3;
const SHOWN_CHARACTERS = 300;

/** The causes of errors that the service has logged. */
export class Causes {
  readonly #byCode = new Map<string, Set<string>>();

  note(text: string): void {
    const { success, data } = line.safeParse(parse(text));
    if (!success) return;
    const known = this.#byCode.get(data.code) ?? new Set();
    this.#byCode.set(data.code, known);
    const [first = '', ...others] = data.cause.split('\n');
    const because = others.filter((other) => other.startsWith('caused by '));
    if (known.size < SHOWN) known.add([first, ...because].join(', ').slice(0, SHOWN_CHARACTERS));
  }

  /** @param answer a status and an error code */
  of(answer: string): string {
    const causes = [...(this.#byCode.get(answer.split(' ')[1] ?? '') ?? [])];
    return causes.length === 0 ? '' : `: ${causes.join(' | ')}`;
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
