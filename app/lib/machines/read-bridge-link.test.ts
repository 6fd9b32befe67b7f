import { describe, expect, test } from 'vitest';
import { reasonText } from '../protocol/texts/reason.ts';
import { readBridgeLink } from './read-bridge-link.ts';

const TOKEN = 'a1b2c3d4e5f6g7h8i9j0';

describe('the address that a bridge prints', () => {
  test.each([
    `http://ide.localhost:8788/#bridge=http://127.0.0.1:8798&token=${TOKEN}`,
    `#bridge=http://127.0.0.1:8798&token=${TOKEN}`,
    `  bridge=http://127.0.0.1:8798&token=${TOKEN}\n`,
    `https://devonz.example.com/#bridge=http://127.0.0.1:8798/&token=${TOKEN}`,
  ])('%j names the bridge and its token', (text) => {
    expect(readBridgeLink(text)).toEqual({ ok: true, link: { address: 'http://127.0.0.1:8798', token: TOKEN } });
  });

  test.each([
    ['', 'not the address that devonz-bridge prints'],
    ['http://ide.localhost:8788/', 'not the address that devonz-bridge prints'],
    [`#token=${TOKEN}`, 'not the address that devonz-bridge prints'],
    [`#bridge=nowhere&token=${TOKEN}`, 'is no address'],
    [`#bridge=http://192.168.1.224:8798&token=${TOKEN}`, 'not on this computer'],
    [`#bridge=http://127.0.0.1.evil.example:8798&token=${TOKEN}`, 'not on this computer'],
    [`#bridge=https://127.0.0.1:8798&token=${TOKEN}`, 'not on this computer'],
    [`#bridge=http://127.0.0.1:8798/elsewhere&token=${TOKEN}`, 'not on this computer'],
    [`#bridge=http://user@127.0.0.1:8798&token=short`, 'token'],
  ])('%j is refused: %s', (text, why) => {
    const reading = readBridgeLink(text);
    expect(reading.ok ? null : reasonText(reading.why)).toContain(why);
  });
});
