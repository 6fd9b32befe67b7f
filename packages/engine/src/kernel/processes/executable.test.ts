import { describe, expect, it } from 'vitest';
import { SystemError } from '../../abi/system-calls.ts';
import { FileSystem } from '../files/file-system.ts';
import { writeInitialFiles } from '../files/initial-files.ts';
import { type Executable, findExecutable } from './executable.ts';

function create(scripts: Record<string, string>, mode = 0o755): FileSystem {
  const fs = new FileSystem({ now: () => 0 });
  writeInitialFiles(fs);
  fs.mkdir('/p/bin', true, 0o755);
  for (const [path, content] of Object.entries(scripts)) fs.writeFile(path, new TextEncoder().encode(content), undefined, mode);
  return fs;
}

function find(fs: FileSystem, args: string[], path = '/p/bin:/usr/bin:/bin'): Executable | string {
  try {
    return findExecutable(fs, { file: args[0] ?? '', args, env: { PATH: path }, cwd: '/p' });
  } catch (error) {
    if (error instanceof SystemError) return error.code;
    throw error;
  }
}

describe('findExecutable', () => {
  it('finds a built-in by name, by path, by a link and by a copy', () => {
    const fs = create({});
    fs.symlink('/usr/bin/node', '/p/bin/link');
    fs.writeFile('/p/copy', fs.readFile('/bin/ls').slice(), undefined, 0o755);
    expect(find(fs, ['node', 'x.js'])).toEqual({ program: 'node', args: ['node', 'x.js'] });
    expect(find(fs, ['/bin/ls'])).toEqual({ program: 'coreutils', args: ['/bin/ls'] });
    expect(find(fs, ['link'])).toEqual({ program: 'node', args: ['link'] });
    expect(find(fs, ['./copy'])).toEqual({ program: 'coreutils', args: ['./copy'] });
    expect(find(fs, ['bash', '-c', 'x'])).toEqual({ program: 'jsh', args: ['bash', '-c', 'x'] });
  });

  it('runs a script by the interpreter that its first line names', () => {
    const fs = create({
      '/p/bin/tool': '#!/usr/bin/env node\nconsole.log(1)',
      '/p/split': '#!/usr/bin/env -S node --no-warnings\n',
      '/p/local': '#!/usr/local/bin/node\n',
      '/p/shell': '#!/bin/sh -e\r\necho',
    });
    expect(find(fs, ['tool', 'a'])).toEqual({ program: 'node', args: ['node', '/p/bin/tool', 'a'] });
    expect(find(fs, ['./split', 'a'])).toEqual({ program: 'node', args: ['node', '--no-warnings', './split', 'a'] });
    expect(find(fs, ['/p/local'])).toEqual({ program: 'node', args: ['/usr/local/bin/node', '/p/local'] });
    expect(find(fs, ['/p/shell', 'a'])).toEqual({ program: 'jsh', args: ['/bin/sh', '-e', '/p/shell', 'a'] });
  });

  it('leaves to env what is more than a name', () => {
    const fs = create({ '/p/x': '#!/usr/bin/env -S A=1 node\n' });
    expect(find(fs, ['/p/x'])).toEqual({ program: 'coreutils', args: ['/usr/bin/env', '-S A=1 node', '/p/x'] });
  });

  it('gives a text without an interpreter to the shell, and refuses machine code', () => {
    const fs = create({ '/p/text': 'echo hi\n', '/p/native': '\x7fELF\x02\x01\x01\0\0' });
    expect(find(fs, ['/p/text', 'a'])).toEqual({ program: 'jsh', args: ['sh', '/p/text', 'a'] });
    expect(find(fs, ['/p/native'])).toBe('ENOEXEC');
  });

  it('refuses what is missing, is a folder, may not be run, or runs itself', () => {
    const fs = create({ '/p/self': '#!/p/self\n' });
    fs.writeFile('/p/bin/plain', new Uint8Array(0), undefined, 0o644);
    expect(find(fs, ['missing'])).toBe('ENOENT');
    expect(find(fs, [''])).toBe('ENOENT');
    expect(find(fs, ['/p/bin'])).toBe('EACCES');
    expect(find(fs, ['plain'])).toBe('EACCES');
    expect(find(fs, ['/p/self'])).toBe('ELOOP');
  });
});
