import '@fontsource-variable/inter/opsz.css';
import '@fontsource-variable/inter/opsz-italic.css';
import '@fontsource-variable/jetbrains-mono/wght.css';
import 'virtual:uno.css';
import './styles/tokens.css';
import './styles/global.css';
import './components/ui/button.css';
import './components/ui/field.css';
import './components/ui/badge.css';
import './components/ui/menu.css';
import './components/ui/dialog/dialog-frame.css';
import './components/ui/command/approval-command.css';
import './components/page/command-input.css';
import './components/ui/agent-status.css';
import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare';
import {
  isRouteErrorResponse,
  Links,
  Meta,
  Outlet,
  Scripts,
  type UIMatch,
  useLoaderData,
  useMatches,
  useParams,
  useRouteError,
} from '@remix-run/react';
import { type ReactNode, useCallback, useContext } from 'react';
import { OverlayProvider } from './components/page/overlay-context.tsx';
import { WorkbenchProvider } from './components/page/workbench-context.tsx';
import { Shell } from './components/shell/shell.tsx';
import { THEME_SCRIPT } from './components/shell/theme-script.ts';
import { EARLY_DROP_SCRIPT } from './components/shell/ways-in/early-drop-script.ts';
import { EARLY_PRESS_SCRIPT } from './components/ui/loading/early-press-script.ts';
import { language } from './lib/i18n/language.ts';
import { t } from './lib/i18n/t.ts';
import { NonceContext } from './nonce-context.ts';
import { clientConfig } from './server/client-config.server.ts';

/** Empty in the browser: only the server writes these scripts into the page. */
const HEAD_SCRIPT = import.meta.env.SSR ? THEME_SCRIPT + EARLY_DROP_SCRIPT + EARLY_PRESS_SCRIPT : '';

export const meta: MetaFunction = () => [
  { title: 'Devonz' },
  { name: 'description', content: t('An in-browser coding IDE: say what to build, approve what matters, watch it run.') },
];

export function loader({ request, context }: LoaderFunctionArgs) {
  return clientConfig(request, context.cloudflare.env);
}

/** The loader's data does not change while the page is open. */
export function shouldRevalidate() {
  return false;
}

export function Layout({ children }: { children: ReactNode }) {
  const nonce = useContext(NonceContext);
  const { locale, address } = language();
  return (
    // The script in the head sets the theme before React takes over.
    <html lang={locale} data-texts={address} data-theme="dark" suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, interactive-widget=resizes-content" />
        {/* It has run before React takes over, and React leaves it as it is. So the browser's modules need no copy. */}
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: a constant of ours, allowed by its nonce */}
        <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: HEAD_SCRIPT }} />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        {/* Requested with cookies, because a sign-in in front of the server asks for them here too. */}
        <link rel="manifest" href="/manifest.webmanifest" crossOrigin="use-credentials" />
        <Meta />
        <Links />
      </head>
      <body>
        {children}
        <Scripts nonce={nonce} />
      </body>
    </html>
  );
}

/** The shell stays mounted while the routes below it change. A route only says which chat the address names. */
export default function App() {
  const { sandboxOrigin, hasOutboundRelay } = useLoaderData<typeof loader>();
  const { id } = useParams();
  const isBare = useMatches().some(isBareRoute);
  const start = useCallback(async () => {
    const { startWorkbench } = await import('./lib/workbench/start-workbench.client.ts');
    return startWorkbench({ sandboxOrigin, hasOutboundRelay });
  }, [sandboxOrigin, hasOutboundRelay]);
  if (isBare) return <Outlet />;
  return (
    <WorkbenchProvider start={start}>
      <OverlayProvider>
        <Shell routeChatId={id ?? null} />
        <Outlet />
      </OverlayProvider>
    </WorkbenchProvider>
  );
}

/** A route without a window says so in its handle. */
function isBareRoute({ handle }: UIMatch): boolean {
  return typeof handle === 'object' && handle !== null && 'isBare' in handle && handle.isBare === true;
}

export function ErrorBoundary() {
  const error = useRouteError();
  const isMissing = isRouteErrorResponse(error) && error.status === 404;
  return (
    <main className="max-w-600px mt-[20vh] mx-auto px-24px">
      <h1 className="start-heading">{isMissing ? t('Page not found') : t('This page failed')}</h1>
      <p className="start-lede">
        {isMissing
          ? t('Nothing in this app has this address.')
          : `${error instanceof Error ? error.message : t('An unknown fault.')} ${t('Your chats and files are kept in this browser.')}`}
      </p>
      <a className="button button-secondary button-28" href="/">
        {t('Go to the first screen')}
      </a>
    </main>
  );
}
