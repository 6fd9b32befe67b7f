import { RemixBrowser } from '@remix-run/react';
import { StrictMode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { joinPages } from './lib/forget/page-census.ts';
import { startLanguage } from './lib/i18n/start-language.ts';

joinPages(window);

void startLanguage(document.documentElement).then(() =>
  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <RemixBrowser />
      </StrictMode>,
    );
  }),
);
