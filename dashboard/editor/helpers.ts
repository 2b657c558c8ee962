import helpersPage from '../../docs/helpers.md?raw';
import { type HelperDoc, LANGUAGE_HELPERS, readHelperDocs } from './helper-docs.ts';

export const HELPERS: readonly HelperDoc[] = [...LANGUAGE_HELPERS, ...readHelperDocs(helpersPage)];
