import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatProcessGrant, type Granted, type ProcessGrant, parseProcessGrant, strictestGrant } from './process-grant.ts';

const name = fc.stringMatching(/^[\w .-]{1,8}$/).filter((text) => text !== '.' && text !== '..');
const path = fc.array(name, { minLength: 1, maxLength: 4 }).map((names) => `/${names.join('/')}`);
const granted: fc.Arbitrary<Granted> = fc.oneof(
  fc.constantFrom<Granted>('deny', 'allow'),
  fc
    .array(
      fc.oneof(
        path,
        name.map((one) => `**/${one}`),
      ),
      { maxLength: 4 },
    )
    .map((only) => ({ only })),
);
const grant: fc.Arbitrary<ProcessGrant> = fc.record({
  root: path,
  secrets: granted,
  protectedWrites: granted,
  outsideWrites: granted,
  ownFiles: fc.array(path, { maxLength: 2 }),
});

describe('a grant of a tree of processes', () => {
  it('is read as it was written', () => {
    fc.assert(
      fc.property(grant, (given) => {
        expect(parseProcessGrant(formatProcessGrant(given))).toEqual(given);
      }),
    );
  });

  it('is none when any part of it is missing, added or of another kind', () => {
    const whole = { ...strictestGrant('/home/project') };
    const broken: unknown[] = [
      undefined,
      '',
      'deny',
      '[]',
      '{}',
      { ...whole, root: 'home' },
      { ...whole, root: '/home/../etc' },
      { ...whole, secrets: 'yes' },
      { ...whole, secrets: { only: ['relative'] } },
      { ...whole, secrets: { only: ['/a/../b'] } },
      { ...whole, secrets: { only: ['**/a/b'] } },
      { ...whole, secrets: { only: ['/a'], also: 1 } },
      { ...whole, secrets: { only: Array.from({ length: 1_001 }, () => '/a') } },
      { ...whole, protectedWrites: null },
      { ...whole, outsideWrites: ['/a'] },
      { ...whole, ownFiles: '/tmp/a' },
      { ...whole, more: 'allow' },
      Object.fromEntries(Object.entries(whole).slice(1)),
    ];
    for (const value of broken) expect(parseProcessGrant(typeof value === 'object' ? JSON.stringify(value) : value)).toBeNull();
    expect(parseProcessGrant(whole)).toBeNull();
  });

  it('survives whatever is sent in its place', () => {
    fc.assert(
      fc.property(fc.anything(), (value) => {
        expect(parseProcessGrant(value)).toBeNull();
        expect(parseProcessGrant(JSON.stringify(value))).toBeNull();
      }),
    );
  });
});
