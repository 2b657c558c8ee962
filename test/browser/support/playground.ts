import type { Locator, Page } from 'playwright-core';

export const send = (page: Page): Promise<void> => page.getByRole('button', { name: 'Send request' }).click();

/** The card that shows the response. */
export const response = (page: Page): Locator => page.getByRole('region', { name: 'Response', exact: true });
