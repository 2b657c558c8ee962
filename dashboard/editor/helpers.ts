import helpersPage from '../../docs/helpers.md?raw';
import { type HelperDoc, LANGUAGE_HELPERS, readHelperDocs } from './helper-docs.ts';

/** Every helper that a template can call, told by the page that the documentation shows. */
export const HELPERS: readonly HelperDoc[] = [...LANGUAGE_HELPERS, ...readHelperDocs(helpersPage)];
