import type { PreviewDraft } from '../../../../schema/console/templates.ts';

/** The editor prints this, with the defaults of a template. */
export const toDraftTerms = ({
  content,
  settings = {},
  translations,
  locale,
  templateData: data = {},
  partials,
}: PreviewDraft) => ({ content, settings, translations: translations ?? null, locale, data, partials });
