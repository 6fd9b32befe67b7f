import { RemixBrowser } from '@remix-run/react';
import { StrictMode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { HYDRATION_BEGINS } from './components/ui/loading/early-press-script.ts';
import { joinPages } from './lib/forget/page-census.ts';
import { startLanguage } from './lib/i18n/start-language.ts';

joinPages(window);

void startLanguage(document.documentElement).then(() =>
  startTransition(() => {
    dispatchEvent(new Event(HYDRATION_BEGINS));
    hydrateRoot(
      document,
      <StrictMode>
        <RemixBrowser />
      </StrictMode>,
    );
  }),
);
