import { InvalidComposition } from '../errors.ts';

/** A container composes longer Markdown than a Worker. */
export class MarkdownTooLong extends InvalidComposition {
  /** @param what is counted */
  constructor(field: string, count: number, most: number, what: string) {
    super([`${field}: has ${count} ${what} after templating; Markdown may have ${most} here`]);
  }
}
