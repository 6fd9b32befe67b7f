import { describe, expect, test } from 'vitest';
import { argumentsCheck } from './check-arguments.ts';
import { simplifySchema } from './simplify-schema.ts';

function schemaOf(given: Parameters<typeof simplifySchema>[0]) {
  const simple = simplifySchema(given);
  if (!simple.ok) throw new Error(simple.why);
  return simple.schema;
}

describe('the schema of a server’s tool', () => {
  test('keeps what a model needs to know', () => {
    const given = {
      type: 'object' as const,
      properties: {
        city: { type: 'string', description: 'Where', enum: ['Rome', 'Oslo'] },
        days: { type: ['integer', 'null'], minimum: 1 },
        tags: { type: 'array', items: { type: 'string' }, maxItems: 3 },
      },
      required: ['city'],
      additionalProperties: false,
    };
    expect(schemaOf({ $schema: 'http://json-schema.org/draft-07/schema#', ...given })).toEqual(given);
  });

  test('is read in a moment, however many parts refer to however large an object', () => {
    const thousands = Object.fromEntries(Array.from({ length: 11_000 }, (_, at) => [`k${at}`, {}]));
    const refer = (to: (at: number) => string) =>
      Object.fromEntries(Array.from({ length: 600 }, (_, at) => [`p${at}`, { $ref: `#/$defs/${to(at)}` }]));
    // Previously each of 600 references was compared with all 11,000, which took nine seconds for one tool; a server may list 64 tools.
    const one = simplifySchema({ type: 'object', $defs: thousands, properties: refer((at) => `k${at}`) });
    expect(one.ok && one.wasCut).toBe(true);
    const many = simplifySchema({
      type: 'object',
      $defs: { all: { properties: thousands, required: Object.keys(thousands) } },
      properties: refer(() => 'all'),
    });
    expect(many.ok ? JSON.stringify(many.schema).length : 0).toBeLessThan(100_000);
    const long = `#/${'a/'.repeat(50_000)}a`;
    expect(simplifySchema({ type: 'object', properties: { a: { $ref: long } } })).toMatchObject({ ok: true, wasCut: true });
  });

  test('has no references, patterns or formats', () => {
    const schema = schemaOf({
      type: 'object',
      properties: { a: { $ref: '#/$defs/text' }, b: { $ref: 'https://evil.example/x' }, c: { $ref: '#/$defs/loop' } },
      $defs: {
        text: { type: 'string', pattern: '^(a+)+$', format: 'email' },
        loop: { type: 'object', properties: { again: { $ref: '#/$defs/loop' } } },
      },
    });
    expect(schema.properties).toMatchObject({ a: { type: 'string' }, b: {} });
    expect(JSON.stringify(schema)).not.toMatch(/\$ref|pattern|format/);
  });

  test('stays open for names that only a pattern allows', () => {
    const headers = { type: 'object', patternProperties: { '^x-': { type: 'string' } }, additionalProperties: false };
    const schema = schemaOf({ type: 'object', properties: { headers }, additionalProperties: false });
    expect(schema).toEqual({ type: 'object', properties: { headers: { type: 'object', properties: {} } }, additionalProperties: false });
    expect(argumentsCheck(schema)({ headers: { 'x-a': 'b' } })).toBeNull();
  });

  test('joins parts that must all hold, and leaves out what the root may not have', () => {
    const schema = schemaOf({
      anyOf: [{ required: ['a'] }],
      allOf: [{ properties: { a: { type: 'string' } }, required: ['a'] }, { properties: { b: { type: 'number' } } }],
    });
    expect(schema).toEqual({ type: 'object', properties: { a: { type: 'string' }, b: { type: 'number' } }, required: ['a'] });
  });

  test('leaves out arguments whose names no provider takes, and the tool where it needs one', () => {
    const properties = { 'a b': { type: 'string' }, ok: { type: 'string' }, constructor: { type: 'string' } };
    expect(Object.keys(schemaOf({ type: 'object', properties }).properties ?? {})).toEqual(['ok']);
    expect(simplifySchema({ type: 'object', properties, required: ['a b'] })).toMatchObject({ ok: false });
  });

  test.each([
    ['no schema', null, 'not described'],
    ['a root that is no object', { type: 'array' }, 'as "array"'],
  ])('is refused with words for %s', (_what, given, why) => {
    expect(simplifySchema(given)).toMatchObject({ ok: false, why: expect.stringContaining(why) });
  });

  test('of any depth and width is bounded', () => {
    let deep: Parameters<typeof simplifySchema>[0] = { type: 'string' };
    for (let at = 0; at < 200; at++) deep = { type: 'object', properties: { in: deep } };
    expect(JSON.stringify(schemaOf(deep)).length).toBeLessThan(1_000);
    const wide = Object.fromEntries(Array.from({ length: 5_000 }, (_, at) => [`field${at}`, { type: 'string' }]));
    const simple = simplifySchema({ type: 'object', properties: wide });
    expect(simple.ok === false || JSON.stringify(simple.schema).length < 24_001).toBe(true);
  });
});

test('arguments that do not fit are named, those that do pass', () => {
  const check = argumentsCheck(
    schemaOf({ type: 'object', properties: { a: { type: 'number' }, b: { type: 'array', items: { type: 'string' } } }, required: ['a'] }),
  );
  expect(check({ a: 1, b: ['x'], more: true })).toBeNull();
  expect(check({})).toContain('"a"');
  expect(check({ a: 'one' })).toContain('a: ');
  expect(check({ a: 1, b: [2] })).toContain('b/0: ');
});
