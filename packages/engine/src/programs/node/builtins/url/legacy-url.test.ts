import { beforeAll, describe, expect, it } from 'vitest';
import type { Program } from '../../../../abi/program.ts';
import { createTestKernel } from '../../../../kernel/testing/create-test-kernel.ts';
import { loadNodeProgram } from '../../testing/bundle-node-program.ts';

let node: Program;
beforeAll(async () => {
  node = await loadNodeProgram();
});

/** Protocol, auth, host, pathname, search, hash and href, as native Node 22 parses them. */
const READ: readonly (readonly [url: string, parts: readonly (string | null)[] | string])[] = [
  ['http://a@b?@c', ['http:', 'a', 'b', '/', '?@c', null, 'http://a@b/?@c']],
  ['HtTp://x.y.cOm;a/b?d=e#f g<h>', ['http:', null, 'x.y.com', ';a/b', '?d=e', '#f%20g%3Ch%3E', 'http://x.y.com/;a/b?d=e#f%20g%3Ch%3E']],
  ['//user:pass@h/x', ['', 'user:pass', 'h', '/x', null, null, '//user:pass@h/x']],
  ['git+http://u:p@h:0/a', ['git+http:', 'u:p', 'h:0', '/a', null, null, 'git+http://u:p@h:0/a']],
  ['javascript:alert(1)', ['javascript:', null, '', 'alert(1)', null, null, 'javascript:alert(1)']],
  ['mailto:a@b.c', ['mailto:', 'a', 'b.c', null, null, null, 'mailto:a@b.c']],
  ['/a/b?c=d', ['', null, '', '/a/b', '?c=d', null, '/a/b?c=d']],
  ['file:///a/b', ['file:', null, '', '/a/b', null, null, 'file:///a/b']],
  ['http://[::1]:3/x', ['http:', null, '[::1]:3', '/x', null, null, 'http://[::1]:3/x']],
  ['http://ü.de/ä', ['http:', null, 'xn--tda.de', '/ä', null, null, 'http://xn--tda.de/ä']],
  ['\t http://a \n', ['http:', null, 'a', '/', null, null, 'http://a/']],
  ['http://a\\b?c\\d', ['http:', null, 'a', '/b', '?c%5Cd', null, 'http://a/b?c%5Cd']],
  ['http://[127.0.0.1\0c8763]:8000/', 'ERR_INVALID_URL'],
  ['http://fail℀fail.com/', 'ERR_INVALID_URL'],
];

const PROGRAM = `
const url = require('url');
const read = (text) => { try { const { protocol, auth, host, pathname, search, hash, href } = url.parse(text); return [protocol ?? '', auth, host ?? '', pathname, search, hash, href]; } catch (error) { return error.code; } };
console.log(JSON.stringify(${JSON.stringify(READ.map(([text]) => text))}.map(read)));
const modern = new URL('http://u:p@h/?q#f');
for (const options of [{ auth: 0 }, { fragment: '' }, { search: null }, { auth: undefined }]) console.log(url.format(modern, options));
try { url.format(modern, true); } catch (error) { console.log(error.code); }
console.log(url.resolve('/foo', '..'), url.resolve('/foo/', '.'), url.resolve('http://e.com/b//c', '/d'), url.resolve('foo/bar', 'baz'), url.resolveObject('', 'foo'), url.parse('http://a/b').resolveObject('c').href);
console.log(url.pathToFileURL('/a[b]^c|d~e%\\\\').href, url.pathToFileURL('\\\\\\\\?\\\\UNC\\\\s\\\\t\\\\f', { windows: true }).href);
`;

describe('url.parse, url.format and url.resolve', () => {
  it('take addresses apart and put them together as native Node does', async () => {
    const ran = await createTestKernel({ programs: { node } }).run(['node', '-e', PROGRAM]);
    expect(ran.stderr).toBe('');
    const [parsed = '', ...lines] = ran.stdout.trim().split('\n');
    expect(JSON.parse(parsed)).toEqual(READ.map(([, parts]) => parts));
    expect(lines).toEqual([
      'http://h/?q#f',
      'http://u:p@h/?q',
      'http://u:p@h/#f',
      'http://u:p@h/?q#f',
      'ERR_INVALID_ARG_TYPE',
      '/ /foo/ http://e.com/d foo/baz foo http://a/c',
      'file:///a%5Bb%5D%5Ec%7Cd%7Ee%25%5C file://s/t/f',
    ]);
  });
});
