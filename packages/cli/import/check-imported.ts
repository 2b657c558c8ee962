import { checkTemplate } from '../../../compose/check-template.ts';
import { InvalidComposition, TemplateError } from '../../../compose/errors.ts';
import type { Imported } from './imported.ts';
import type { Notes } from './notes.ts';

/** Adds a note for each problem that a push would refuse, such as a helper that does not exist. */
export function checkImported({ templates, partials }: Imported, notes: Notes): void {
  for (const { name, content, settings } of templates) {
    try {
      checkTemplate({ name, content, settings, partials: Object.fromEntries(partials) });
    } catch (error) {
      if (error instanceof TemplateError)
        notes.add(name, null, `must be mended before a push: ${error.message}`);
      else if (error instanceof InvalidComposition)
        for (const detail of error.details) notes.add(name, null, `must be mended before a push: ${detail}`);
      else throw error;
    }
  }
}
