import type { HeadersFunction, MetaFunction } from '@remix-run/cloudflare';
import { SignInCallback } from '../components/shell/sign-in-callback.tsx';

export const meta: MetaFunction = () => [{ title: 'Sign in · Devonz' }, { name: 'robots', content: 'noindex' }];
export const headers: HeadersFunction = () => ({ 'cache-control': 'no-store' });

export default SignInCallback;
