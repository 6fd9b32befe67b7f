import { expect, test } from 'vitest';
import { outboundNetwork } from './outbound-environment.server.ts';

const OUTBOUND = { fetch: async () => new Response('ok') };
const PUBLIC = { APP_HOST: 'app.example.net', SANDBOX_HOST: 'run.example.net' };

test('a local server passes requests on, unless its operator says no', () => {
  expect(outboundNetwork({ OUTBOUND }, 'Cloudflare-Workers')?.ownHosts).toEqual(['ide.localhost', 'run.ide.localhost']);
  expect(outboundNetwork({ OUTBOUND, OUTBOUND_RELAY: 'off' }, 'Cloudflare-Workers')).toBeNull();
});

test('a server for others does so only when its operator says yes', () => {
  for (const OUTBOUND_RELAY of ['', 'off', 'no', 'true']) {
    expect(outboundNetwork({ ...PUBLIC, OUTBOUND_RELAY }, 'Cloudflare-Workers')).toBeNull();
    expect(outboundNetwork({ ...PUBLIC, OUTBOUND_RELAY, OUTBOUND }, 'Cloudflare-Workers')).toBeNull();
  }
  expect(outboundNetwork({ ...PUBLIC, OUTBOUND_RELAY: 'on' }, 'Cloudflare-Workers')?.ownHosts).toEqual([
    'app.example.net',
    'run.example.net',
  ]);
});

test('a server that cannot keep private addresses apart passes nothing on, whatever its operator says', () => {
  expect(outboundNetwork({ OUTBOUND_RELAY: 'on' }, 'Cloudflare-Workers')).toBeNull();
  expect(outboundNetwork({ ...PUBLIC, OUTBOUND_RELAY: 'on' }, '')).toBeNull();
});
