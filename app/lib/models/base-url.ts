import type { ConnectionValues } from './connection.ts';

/** The address that was entered, or the provider's own, without a slash at its end. */
export function baseUrlOf(values: ConnectionValues, defaultBaseUrl: string): string {
  return (values.get('baseUrl') ?? defaultBaseUrl).replace(/\/+$/, '');
}
