/**
 * Headless Chromium can have the language `en-US@posix`, which is no BCP 47 tag. `Intl` throws for it, and so the chart's
 * library does when it is loaded. This corrects the tag before any page is loaded.
 */
export function correctLanguage(browser: { readonly language: string }): void {
  const { language } = browser;
  if (isTag(language)) return;
  const [name = ''] = language.replaceAll('_', '-').split(/[.@]/);
  Object.defineProperty(browser, 'language', { value: isTag(name) ? name : 'en', configurable: true });
}

function isTag(text: string): boolean {
  try {
    return Intl.getCanonicalLocales(text).length === 1;
  } catch {
    return false;
  }
}

correctLanguage(navigator);
