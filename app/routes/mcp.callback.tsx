import type { HeadersFunction, MetaFunction } from '@remix-run/cloudflare';
import { SignInCallback } from '../components/shell/sign-in-callback.tsx';
import { t } from '../lib/i18n/t.ts';

/** A separate window to which a sign-in returns. Nothing of the workbench starts in it. */
export const handle = { isBare: true };

export const meta: MetaFunction = () => [{ title: t('Sign in · Devonz') }, { name: 'robots', content: 'noindex' }];
export const headers: HeadersFunction = () => ({ 'cache-control': 'no-store' });

export default SignInCallback;
