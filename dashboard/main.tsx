import './zod-without-eval.ts';
import './valid-language.ts';
import '@mantine/core/styles.css';
import '@mantine/notifications/styles.css';
import './style.css';
import { MantineProvider } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { onSignedOut } from './api/console-client.ts';
import { RequestError } from './api/request-error.ts';
import { queryClient } from './query-client.ts';
import { router } from './router.tsx';
import { clearSession } from './session.ts';
import { readableColors, theme } from './theme.ts';

onSignedOut(() => {
  clearSession(queryClient);
  void router.invalidate();
});

const page = document.getElementById('page');
if (page === null) throw new Error('index.html has no element "page".');

/** Request errors are shown on the page. Only unexpected errors are logged. */
const onCaughtError = (error: unknown): void => {
  if (!(error instanceof RequestError)) console.error(error);
};

createRoot(page, { onCaughtError }).render(
  <StrictMode>
    <MantineProvider theme={theme} cssVariablesResolver={readableColors} defaultColorScheme="auto">
      <QueryClientProvider client={queryClient}>
        <Notifications position="bottom-right" />
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>
  </StrictMode>,
);
