import { describe, expect, it } from 'vitest';
import { createSeal, type Seal } from './seal.server.ts';

const SECRET = 'x'.repeat(32);

function sealWith(secret: string): Seal {
  const seal = createSeal(secret);
  if (seal === null) throw new Error('The secret is too short.');
  return seal;
}

describe('a seal', () => {
  it('opens what it sealed, for what it was sealed for', async () => {
    const sealed = await sealWith(SECRET).seal('connection/openai', 'sk-ünï');
    expect(await sealWith(SECRET).open('connection/openai', sealed)).toBe('sk-ünï');
    expect(await sealWith(SECRET).open('connection/google', sealed)).toBeNull();
  });

  it('never seals one thing twice alike, and shows nothing of it', async () => {
    const [one, two] = await Promise.all([sealWith(SECRET).seal('a', 'sk-canary'), sealWith(SECRET).seal('a', 'sk-canary')]);
    expect(one).not.toBe(two);
    expect(atob((one ?? '').slice(2).replaceAll('-', '+').replaceAll('_', '/'))).not.toContain('canary');
  });

  it('opens nothing that was altered anywhere, cut, made up, or sealed with another secret', async () => {
    const seal = sealWith(SECRET);
    const sealed = await seal.seal('a', 'sk-canary');
    const altered = [...sealed].map((letter, at) => `${sealed.slice(0, at)}${letter === 'A' ? 'B' : 'A'}${sealed.slice(at + 1)}`);
    const opened = await Promise.all(
      [...altered, sealed.slice(0, -1), sealed.slice(2), '', '1.', '1.AAAA', '1.%%%'].map((text) => seal.open('a', text)),
    );
    // The last base64 character may contain unused bits.
    expect(opened.filter((text) => text !== null && text !== 'sk-canary')).toEqual([]);
    expect(opened.slice(0, sealed.length - 1).every((text) => text === null)).toBe(true);
    expect(await sealWith('y'.repeat(32)).open('a', sealed)).toBeNull();
  });

  it('is not made with a secret that can be guessed', () => {
    expect([createSeal(undefined), createSeal(''), createSeal('x'.repeat(31))]).toEqual([null, null, null]);
  });
});
