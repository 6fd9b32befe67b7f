import { beforeAll, describe, expect, it } from 'vitest';
import type { Program } from '../../../../abi/program.ts';
import { createTestKernel } from '../../../../kernel/testing/create-test-kernel.ts';
import { loadOneNodeProgram } from '../../testing/bundle-node-program.ts';

let node: Program;
beforeAll(async () => {
  node = await loadOneNodeProgram();
});

async function printed(source: string): Promise<string[]> {
  const files = { '/home/project/a.js': `const fs = require('fs');\n${source}`, '/home/project/x.txt': 'xyz\n' };
  const { run } = createTestKernel({ programs: { node }, files });
  return (await run(['node', 'a.js'])).stdout.trimEnd().split('\n');
}

describe('require("fs")', () => {
  it.each([
    ['fs.closeSync(-1)', 'ERR_OUT_OF_RANGE', 'The value of "fd" is out of range. It must be >= 0 && <= 2147483647. Received -1'],
    ['fs.openSync("x.txt", "z")', 'ERR_INVALID_ARG_VALUE', "The argument 'flags' is invalid. Received 'z'"],
    ['fs.readFileSync("x.txt", "utf7")', 'ERR_INVALID_ARG_VALUE', "The argument 'encoding' is invalid encoding. Received 'utf7'"],
    [
      'fs.chmodSync("x.txt", "9")',
      'ERR_INVALID_ARG_VALUE',
      "The argument 'mode' must be a 32-bit unsigned integer or an octal string. Received '9'",
    ],
    ['fs.readSync(1, Buffer.alloc(2), 0, 3, 0)', 'ERR_OUT_OF_RANGE', 'The value of "length" is out of range. It must be <= 2. Received 3'],
    [
      'fs.utimesSync("x.txt", {}, 1)',
      'ERR_INVALID_ARG_TYPE',
      'The "time" argument must be an instance of Date or Time in seconds. Received an instance of Object',
    ],
    ['fs.rename("x.txt", "y.txt")', 'ERR_INVALID_ARG_TYPE', 'The "cb" argument must be of type function. Received type string (\'y.txt\')'],
    [
      'fs.chown("x.txt", "a", 1, () => {})',
      'ERR_INVALID_ARG_TYPE',
      'The "uid" argument must be of type number. Received type string (\'a\')',
    ],
    [
      'fs.createReadStream("x.txt", { start: 3, end: 1 })',
      'ERR_OUT_OF_RANGE',
      'The value of "start" is out of range. It must be <= "end" (here: 1). Received 3',
    ],
  ])('%s fails with %s', async (call, code, message) => {
    expect(await printed(`try { ${call}; } catch (error) { console.log(error.code); console.log(error.message); }`)).toEqual([
      code,
      message,
    ]);
  });

  it('does nothing when a callback is missing', async () => {
    expect(await printed('try { fs.unlink("x.txt"); } catch {} console.log(fs.existsSync("x.txt"));')).toEqual(['true']);
  });

  it('streams through the functions a program puts in place of its own, and without new', async () => {
    const source = `
      const { read } = fs;
      fs.read = (...args) => { console.log('read'); return read(...args); };
      const stream = fs.ReadStream('x.txt', { encoding: 'utf8' });
      console.log(stream instanceof fs.ReadStream, stream.constructor.name);
      stream.on('data', (text) => console.log(JSON.stringify(text)));`;
    expect(await printed(source)).toEqual(['true ReadStream', 'read', '"xyz\\n"', 'read']);
  });

  it('lists folders within folders level by level, and says of each entry where it lies', async () => {
    const source = `
      fs.mkdirSync('t/deep/deeper', { recursive: true });
      for (const file of ['t/deep/deeper/x.js', 't/deep/z.js', 't/last.js']) fs.writeFileSync(file, '');
      console.log(fs.readdirSync('t', { recursive: true }).join(' '));
      process.chdir('t');
      console.log(fs.readdirSync('.', { recursive: true, withFileTypes: true }).map((entry) => entry.parentPath + '|' + entry.name).join(' '));`;
    expect(await printed(source)).toEqual([
      'deep last.js deep/deeper deep/z.js deep/deeper/x.js',
      '.|deep .|last.js deep|deeper deep|z.js deep/deeper|x.js',
    ]);
  });

  it('changes mode and times of what is open', async () => {
    const source = `
      const fd = fs.openSync('x.txt');
      fs.fchmodSync(fd, 0o600); fs.futimesSync(fd, 1, new Date(2000));
      const { mode, atimeMs, mtimeMs } = fs.fstatSync(fd);
      console.log((mode & 0o777).toString(8), atimeMs, mtimeMs);`;
    expect(await printed(source)).toEqual(['600 1000 2000']);
  });
});
