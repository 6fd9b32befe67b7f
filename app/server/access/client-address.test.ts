import { describe, expect, it } from 'vitest';
import { type ClientAddressEnvironment, clientAddress, clientOf } from './client-address.server.ts';

function addressOf(environment: ClientAddressEnvironment, headers: Record<string, string> | [string, string][]) {
  return clientAddress(new Request('https://app.example.com/', { headers }), environment);
}

const CLOUDFLARE = { ACCESS_CLIENT_ADDRESS_HEADER: 'CF-Connecting-IP' };
const FORWARDED = { ACCESS_CLIENT_ADDRESS_HEADER: 'x-forwarded-for' };

describe('the address of who asks', () => {
  it('is read of no header that the deployer has not named', () => {
    const everyHeader = {
      'cf-connecting-ip': '203.0.113.9',
      'x-forwarded-for': '203.0.113.9',
      'x-real-ip': '203.0.113.9',
      'fly-client-ip': '203.0.113.9',
      'true-client-ip': '203.0.113.9',
      forwarded: 'for=203.0.113.9',
    };
    expect(addressOf({}, everyHeader)).toBeNull();
    expect(addressOf({ ACCESS_CLIENT_ADDRESS_HEADER: 'not a name' }, everyHeader)).toBeNull();
    expect(addressOf({ ACCESS_CLIENT_ADDRESS_HEADER: 'x-client-ip' }, everyHeader)).toBeNull();
    expect(clientOf(new Request('https://app.example.com/', { headers: everyHeader }), {})).toBe('client unknown');
    expect(addressOf(CLOUDFLARE, everyHeader)).toBe('203.0.113.9');
  });

  it('is the entry that the nearest front has written, or so many before it as there are fronts', () => {
    const made = { 'x-forwarded-for': '10.0.0.1, 198.51.100.7, 203.0.113.9' };
    expect(addressOf(FORWARDED, made)).toBe('203.0.113.9');
    expect(addressOf({ ...FORWARDED, ACCESS_TRUSTED_HOPS: '2' }, made)).toBe('198.51.100.7');
    // With fewer entries than proxies, the request has not passed all of them, so no entry is trusted.
    expect(addressOf({ ...FORWARDED, ACCESS_TRUSTED_HOPS: '4' }, made)).toBeNull();
    for (const hops of ['0', '-1', 'all', '1e9', ''])
      expect(addressOf({ ...FORWARDED, ACCESS_TRUSTED_HOPS: hops }, made), hops).toBe('203.0.113.9');
    const twice: [string, string][] = [
      ['x-forwarded-for', '192.0.2.1'],
      ['X-Forwarded-For', '203.0.113.9'],
    ];
    expect(addressOf(FORWARDED, twice)).toBe('203.0.113.9');
  });

  it('is one for all spellings, and for a whole /64 of version 6', () => {
    const written = (text: string) => addressOf(CLOUDFLARE, { 'cf-connecting-ip': text });
    expect(written('203.0.113.9:4711')).toBe('203.0.113.9');
    expect(written('::ffff:203.0.113.9')).toBe('203.0.113.9');
    expect(written('2001:db8:1:2::1')).toBe('2001:db8:1:2::/64');
    for (const same of ['2001:DB8:1:2:ffff:ffff:ffff:ffff', '2001:0db8:0001:0002::', '[2001:db8:1:2::9]:443', '[2001:db8:1:2::9]']) {
      expect(written(same), same).toBe('2001:db8:1:2::/64');
    }
    expect(written('2001:db8:1:3::1')).toBe('2001:db8:1:3::/64');
    expect(written('::1')).toBe('0:0:0:0::/64');
    for (const none of [
      '',
      'unknown',
      '203.0.113',
      '0x7f.1',
      '203.0.113.256',
      '1.2.3.4.5',
      'fe80::1%eth0',
      ':::',
      '2001:db8',
      '<script>',
    ]) {
      expect(written(none), none).toBeNull();
    }
  });
});
