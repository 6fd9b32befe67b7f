import type { ConnectionValues } from './connection.ts';

/** The entered address, or the provider's default, without a trailing slash. */
export function baseUrlOf(values: ConnectionValues, defaultBaseUrl: string): string {
  return (values.get('baseUrl') ?? defaultBaseUrl).replace(/\/+$/, '');
}
