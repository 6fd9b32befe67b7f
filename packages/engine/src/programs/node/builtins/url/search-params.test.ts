import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { completeSearchParams } from './search-params.ts';

class Base extends URLSearchParams {}
const Query = completeSearchParams(Base);

describe('URLSearchParams', () => {
  it.each([
    ['a=1&b=2', 'a=1&b=2'],
    ['?a=1', 'a=1'],
    [null, ''],
    [{ a: 1, b: null }, 'a=1&b=null'],
    [new Map([['a', 'b']]), 'a=b'],
    [[['a', 'b'], new Set(['c', 'd'])], 'a=b&c=d'],
  ])('is made from %j', (given, text) => {
    expect(String(Reflect.construct(Query, [given]))).toBe(text);
  });

  it.each([
    [() => Reflect.construct(Query, [['a']]), 'ERR_INVALID_TUPLE'],
    [() => Reflect.construct(Query, [{ [Symbol.iterator]: 1 }]), 'ERR_ARG_NOT_ITERABLE'],
    [() => Reflect.apply(Query.prototype.get, undefined, ['a']), 'ERR_INVALID_THIS'],
    [() => Reflect.apply(Query.prototype.append, new Query(), ['a']), 'ERR_MISSING_ARGS'],
    [() => Reflect.apply(new Query().values().next, {}, []), 'ERR_INVALID_THIS'],
    [() => Reflect.apply(Query.prototype.forEach, new Query(), [1]), 'ERR_INVALID_ARG_TYPE'],
  ])('%s fails with %s', (call, code) => {
    expect(call).toThrow(expect.objectContaining({ name: 'TypeError', code }));
  });

  it('is shown as Node shows it, and so are its iterators', () => {
    const query = new Query('a=b&c=d');
    const values = query.values();
    values.next();
    query.append('e', 'f');
    expect([inspect(query), inspect(values), inspect(new Query()), inspect(query, { breakLength: 1 })]).toEqual([
      "URLSearchParams { 'a' => 'b', 'c' => 'd', 'e' => 'f' }",
      "URLSearchParams Iterator { 'd', 'f' }",
      'URLSearchParams {}',
      "URLSearchParams {\n  'a' => 'b',\n  'c' => 'd',\n  'e' => 'f' }",
    ]);
  });
});
