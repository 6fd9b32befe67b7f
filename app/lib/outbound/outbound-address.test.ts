import { describe, expect, test } from 'vitest';
import { reasonText } from '../protocol/texts/reason.ts';
import { readOutboundAddress } from './outbound-address.ts';

const OWN = ['ide.localhost:8788', 'app.example.net'];
const read = (text: string) => {
  const address = readOutboundAddress(text, OWN);
  return address.ok ? address : { ...address, reason: reasonText(address.reason) };
};

describe('an address outside', () => {
  test.each([
    ['https://api.weather.net/v1?q=1', 'api.weather.net'],
    ['http://api.weather.net:80/', 'http://api.weather.net'],
    ['https://api.weather.net.:8443/', 'api.weather.net:8443'],
    ['https://1.1.1.1/', '1.1.1.1'],
    ['https://[2606:4700::1111]/', '[2606:4700::1111]'],
    ['https://bücher.de/', 'xn--bcher-kva.de'],
    ['http://172.32.0.1:8080/', 'http://172.32.0.1:8080'],
    ['https://internal.weather.net/', 'internal.weather.net'],
  ])('%s is passed on, and %s decided upon', (text, host) => {
    expect(read(text)).toMatchObject({ ok: true, host });
  });

  test.each([
    'http://127.0.0.1/',
    'http://127.1/',
    'http://2130706433/',
    'http://0x7f000001/',
    'http://0x7f.1/',
    'http://0177.0.0.1/',
    'http://017700000001/',
    'http://１２７.０.０.１/',
    'http://127.0.0.1./',
    'http://%31%32%37.0.0.1/',
    'http://0/',
    'http://10.1.2.3/',
    'http://100.64.0.1/',
    'http://100.127.255.255/',
    'http://169.254.169.254/latest/meta-data/',
    'http://2852039166/',
    'http://172.16.0.1/',
    'http://172.31.255.255/',
    'http://192.168.1.1/',
    'http://198.19.255.255/',
    'http://224.0.0.1/',
    'http://240.0.0.1/',
    'http://255.255.255.255/',
    'http://[::]/',
    'http://[::1]/',
    'http://[::ffff:127.0.0.1]/',
    'http://[::ffff:a9fe:a9fe]/',
    'http://[0:0:0:0:0:ffff:10.0.0.1]/',
    'http://[64:ff9b::7f00:1]/',
    'http://[fe80::1]/',
    'http://[fc00::1]/',
    'http://[fd00:ec2::254]/',
    'http://[fec0::1]/',
    'http://[ff02::1]/',
    'http://[2002:7f00:1::]/',
    'http://[2001::1]/',
    'http://[2001:db8::1]/',
    'http://localhost/',
    'http://LOCALHOST/',
    'http://ⓛocalhost/',
    'http://localhost./',
    'http://a.b.localhost/',
    'http://printer.local/',
    'http://metadata.google.internal/',
    'http://router.lan/',
    'http://fritz.home.arpa/',
    'http://intranet/',
    'http://metadata/',
  ])('%s is of a private network', (text) => {
    expect(read(text)).toMatchObject({ ok: false, reason: expect.stringMatching(/private network/) });
  });

  test.each([
    ['https://app.example.net/api/chat', 'this server itself'],
    ['https://p3000-x.APP.example.net/', 'this server itself'],
    ['ftp://files.weather.net/', 'http and https'],
    ['file:///etc/passwd', 'http and https'],
    ['https://name:word@api.weather.net/', 'Authorization'],
    ['http://mail.weather.net:25/', 'port 25'],
    ['http://mail.weather.net:6379/', 'port 6379'],
    ['nowhere', 'no address'],
    ['http://', 'no address'],
    ['http://256.256.256.256/', 'no address'],
  ])('%s is not passed on: %s', (text, reason) => {
    expect(read(text)).toMatchObject({ ok: false, reason: expect.stringContaining(reason) });
  });

  test('every IPv4 address is judged the same in each of its spellings', () => {
    for (let round = 0; round < 2_000; round += 1) {
      const number = (round * 2_654_435_761) % 2 ** 32;
      const parts = [24, 16, 8, 0].map((shift) => Math.floor(number / 2 ** shift) % 256);
      const dotted = parts.join('.');
      const expected = read(`http://${dotted}/`).ok;
      const spellings = [
        String(number),
        `0x${number.toString(16)}`,
        `0${number.toString(8)}`,
        parts.map((part) => `0x${part.toString(16)}`).join('.'),
        parts.map((part) => `0${part.toString(8)}`).join('.'),
        `${parts[0]}.${number % 2 ** 24}`,
      ];
      for (const spelling of spellings) expect([spelling, read(`http://${spelling}/`).ok]).toEqual([spelling, expected]);
      // An IPv4 address embedded in IPv6 is always rejected.
      for (const within of [`::ffff:${dotted}`, `::${dotted}`, `64:ff9b::${dotted}`]) expect(read(`http://[${within}]/`).ok).toBe(false);
    }
  });
});

test.each(
  'api.default.svc db.svc.cluster.local db.service.consul app.docker host.docker.internal web.nomad x.lxd x.kubernetes x.mesos x.vpn fritz.box x.router mail.mail'.split(
    ' ',
  ),
)('%s is a name of a private network', (name) => {
  expect(readOutboundAddress(`http://${name}/`, [])).toMatchObject({ ok: false });
});

test.each('example-svc.com consul.io docker.com mail.com kubernetes.io x.site x.ad fritz.box.com'.split(' '))('%s is none', (name) => {
  expect(readOutboundAddress(`http://${name}/`, [])).toMatchObject({ ok: true });
});
