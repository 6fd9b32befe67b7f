import { isIPv4 } from 'node:net';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createGivenAddresses } from './given-addresses.ts';

describe('addresses for the names of other machines', () => {
  it('are one for each name however it is written, of a range that no machine has, and lead back to it', () => {
    const addresses = createGivenAddresses();
    const address = addresses.addressOf('github.com') ?? '';
    expect(address).toMatch(/^198\.1[89]\./);
    expect(['GitHub.com', 'github.com.'].map((name) => addresses.addressOf(name))).toEqual([address, address]);
    expect(addresses.nameOf(address)).toBe('github.com');
    expect(addresses.nameOf(addresses.addressOf('münchen.de') ?? '')).toBe('xn--mnchen-3ya.de');
    expect(addresses.nameOf('198.18.255.255')).toBeNull();
  });

  it('are not given to what is no machine outside', () => {
    const addresses = createGivenAddresses();
    const names = [
      '',
      'db',
      'nowhere.invalid',
      'app.test',
      'printer.local',
      'a..b',
      'a b.com',
      'user@host.com',
      'a\tb.com',
      'a.com:80',
      '1.2.3.4',
      '[::1]',
      '/etc/x',
    ];
    for (const name of names) expect([name, addresses.addressOf(name)]).toEqual([name, null]);
  });

  it('lead to the name that has them now, whatever is asked for and however few there are', () => {
    const label = fc.stringMatching(/^[a-z\d][a-z\d-]{0,5}$/);
    const asked = fc.oneof(
      fc.string(),
      fc.tuple(label, label, fc.constantFrom('com', 'de', 'invalid', '1')).map((parts) => parts.join('.')),
    );
    fc.assert(
      fc.property(fc.array(asked, { maxLength: 30 }), fc.integer({ min: 1, max: 8 }), (names, most) => {
        const addresses = createGivenAddresses(most);
        for (const name of names) {
          const address = addresses.addressOf(name);
          if (address === null) continue;
          expect(isIPv4(address)).toBe(true);
          expect(addresses.addressOf(addresses.nameOf(address) ?? '')).toBe(address);
        }
      }),
    );
  });
});
