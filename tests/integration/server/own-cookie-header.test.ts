import { describe, expect, it } from 'vitest';
import { cureOfCookies } from '../../../packages/engine/src/server/many-cookies.mjs';
import { ownCookieHeader } from '../../../scripts/serve/own-cookie-header.mjs';

describe('cookies of a request', () => {
  it('are passed on where they are the app’s, what only it can have set first', () => {
    expect(ownCookieHeader('a=1; devonz-key-x=forged; __Host-devonz-key-x=1.abc; devonzy=2; x__Host-devonz-key-y=3')).toEqual([
      'cookie',
      '__Host-devonz-key-x=1.abc; devonz-key-x=forged',
    ]);
    expect([ownCookieHeader(undefined), ownCookieHeader('a=1')]).toEqual([[], []]);
  });

  it('of a preview, as many as it likes, leave ours in place and bounded', () => {
    const forged = Array.from({ length: 50 }, (_, at) => `devonz-key-${at}=${'x'.repeat(1_000)}`).join('; ');
    const [, value = ''] = ownCookieHeader(`${forged}; __Host-devonz-key-openai=1.abc`);
    expect(value.startsWith('__Host-devonz-key-openai=1.abc; ')).toBe(true);
    expect(value.length).toBeLessThanOrEqual(8_000);
  });

  it('are not cleared for the size of our own', () => {
    const own = Array.from({ length: 6 }, (_, at) => `__Host-devonz-key-${at}=${'x'.repeat(1_500)}`).join('; ');
    expect(cureOfCookies(own)).toEqual({});
    expect(cureOfCookies(`${own}; a=${'x'.repeat(8_200)}`)).toEqual({ 'clear-site-data': '"cookies"' });
  });
});
