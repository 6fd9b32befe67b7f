import { describe, expect, it } from 'vitest';
import { createPathModule } from './path-module.ts';

type Path = Record<string, (...args: unknown[]) => unknown> & { win32: Path };
const path = createPathModule(() => '/home/project') as Path;

describe('require("path")', () => {
  it.each([
    ['normalize', ['a//b/../c/./'], 'a/c/'],
    ['normalize', ['../../a'], '../../a'],
    ['resolve', ['a', '..', 'b'], '/home/project/b'],
    ['join', ['', 'a', '', '../b'], 'b'],
    ['relative', ['/a/b/c', '/a/d'], '../../d'],
    ['dirname', ['//a'], '//'],
    ['dirname', ['a//b'], 'a/'],
    ['basename', ['a/b.js/', '.js'], 'b'],
    ['basename', ['.js', '.js'], ''],
    ['extname', ['..'], ''],
    ['extname', ['a.b.'], '.'],
    ['matchesGlob', ['foo/bar/baz', 'foo/[bcr]ar/baz'], true],
  ])('%s(%j) is %j', (name, args, expected) => {
    expect(path[name]?.(...args)).toEqual(expected);
  });

  it.each([
    ['normalize', ['//server/share'], '\\\\server\\share\\'],
    ['normalize', ['\\\\.\\foo'], '\\\\.\\foo'],
    ['normalize', ['./c:/x'], '.\\c:\\x'],
    ['normalize', ['C:..\\..\\abc'], 'C:..\\..\\abc'],
    ['resolve', ['c:/', '//server//share', 'dir'], '\\\\server\\share\\dir'],
    ['join', ['//', 'foo', 'bar'], '\\foo\\bar'],
    ['join', ['//foo', 'bar'], '\\\\foo\\bar\\'],
    ['relative', ['C:\\Foo\\bar', 'c:\\foo\\Baz'], '..\\Baz'],
    ['dirname', ['c:\\'], 'c:\\'],
    ['dirname', ['\\\\unc\\share\\foo'], '\\\\unc\\share\\'],
    ['basename', ['C:foo.html', '.html'], 'foo'],
    ['isAbsolute', ['C:foo'], false],
    ['toNamespacedPath', ['//foo//bar'], '\\\\?\\UNC\\foo\\bar\\'],
  ])('for Windows, %s(%j) is %j', (name, args, expected) => {
    expect(path.win32[name]?.(...args)).toEqual(expected);
  });

  it('takes a path apart and puts it together again', () => {
    const text = 'C:\\path\\dir\\index.html';
    const parts = path.win32.parse?.(text);
    expect(parts).toEqual({ root: 'C:\\', dir: 'C:\\path\\dir', base: 'index.html', ext: '.html', name: 'index' });
    expect(path.win32.format?.(parts)).toBe(text);
  });
});
