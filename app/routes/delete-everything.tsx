import type { MetaFunction } from '@remix-run/cloudflare';
import { useRouteLoaderData } from '@remix-run/react';
import { ForgetPage } from '../components/forget/forget-page.tsx';
import { t } from '../lib/i18n/t.ts';
import type { loader } from '../root.tsx';

/** Nothing of the workbench starts on this page, so nothing writes while everything is deleted. */
export const handle = { isBare: true };

export const meta: MetaFunction = () => [{ title: t('Delete everything · Devonz') }, { name: 'robots', content: 'noindex' }];

export default function DeleteEverything() {
  const config = useRouteLoaderData<typeof loader>('root');
  return config === undefined ? null : <ForgetPage sandboxOrigin={config.sandboxOrigin} />;
}
