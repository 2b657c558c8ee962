import { InvalidComposition } from '../errors.ts';

/** A container composes longer Markdown than a Worker. */
export class MarkdownTooLong extends InvalidComposition {
  constructor(field: string, chars: number, maxChars: number) {
    super([`${field}: has ${chars} characters after templating; Markdown may have ${maxChars} here`]);
  }
}
