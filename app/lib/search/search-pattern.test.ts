import { describe, expect, test } from 'vitest';
import { compileFreely, compileSearch, parseQuery } from './search-pattern.ts';

describe('a query', () => {
  test.each<[string, string, ReturnType<typeof parseQuery>['type'], number[] | null]>([
    ['cart', 'my cart', 'text', [3, 7]],
    ['a.c', 'xabc', 'expression', [1, 4]],
    ['a.c', 'xa.c', 'expression', [1, 4]],
    ['(?i)CART', 'my cart', 'expression', [3, 7]],
    ['(?i)cart', 'none', 'expression', null],
    ['app.use(', 'app.use(x)', 'text', [0, 8]],
    ['a\\-b', 'a-b', 'expression', [0, 3]],
    ['(?<year>\\d{4})', 'in 2026', 'expression', [3, 7]],
    ['^ü+$', 'üü', 'expression', [0, 2]],
    ['x{2,}', 'axxx', 'expression', [1, 4]],
    ['x{', 'x{', 'expression', [0, 2]],
    ['colou?r', 'color', 'expression', [0, 5]],
    ['a+?b', 'aab', 'expression', [0, 3]],
    ['(?:a|b)c', 'bc', 'expression', [0, 2]],
    ['[(+*]x', '*x', 'expression', [0, 2]],
  ])('%s in %j is taken as %s-like and found where it is', (query, line, type, found) => {
    const parsed = parseQuery(query);
    expect(parsed.type).toBe(type);
    const wanted = found === null ? null : { start: found[0], end: found[1] };
    expect(compileSearch(query).find(line)).toEqual(wanted);
    expect(compileFreely(parsed).find(line)).toEqual(wanted);
  });

  test('that is no expression says so and is searched as text', () => {
    for (const search of [compileSearch('f(a'), compileFreely(parseQuery('f(a'))]) {
      expect(search.note).toContain('not a valid regular expression');
      expect(search.find('x = f(a)')).toEqual({ start: 4, end: 7 });
      expect(search.find('g(a)')).toBeNull();
    }
  });

  test.each([
    ['(a+)+', 'with its nested repeats it'],
    ['((a|b)c)*', 'with its nested repeats it'],
    ['((ab)?c){2,9}', 'with its nested repeats it'],
    ['(x)\\1', 'with a back reference it'],
    ['(?<n>x)\\k<n>', 'with a back reference it'],
    ['a?b?c?d?e?f?g?h?i?', 'with so many optional pieces it'],
    ['a*b*c*d*e*f*', 'with so many repeats it'],
  ])('%s is taken as text on the page’s own thread, and says why', (query, why) => {
    const search = compileSearch(query);
    expect(search.note).toContain(why);
    expect(search.find(`x ${query}`)).toEqual({ start: 2, end: 2 + query.length });
    expect(compileFreely(parseQuery(query)).note).toBeNull();
  });

  test('with many repeats looks only at the beginning of a line, and says how far', () => {
    const search = compileSearch('a.*b.*c.*d');
    expect(search.note).toMatch(/only the first \d+ characters/);
    expect(search.find('a b c d')).toEqual({ start: 0, end: 7 });
    expect(search.find(`${'x'.repeat(1_000)}a b c d`)).toBeNull();
    expect(compileFreely(parseQuery('a.*b.*c.*d')).find(`${'x'.repeat(1_000)}a b c d`)).not.toBeNull();
  });
});
