import { strToU8, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { createTestKernel } from '../../../../kernel/testing/create-test-kernel.ts';
import { coreutilsProgram } from '../../coreutils-program.ts';
import { jshProgram } from '../../jsh-program.ts';

/** Cases that cannot be recorded: unsupported compression, and archives that try to write outside the folder. */
async function run(script: string): Promise<string> {
  const kernel = createTestKernel({ programs: { jsh: jshProgram, coreutils: coreutilsProgram }, files: { '/home/project/a': 'a\n' } });
  const env = { HOME: '/home/project', PATH: '/usr/local/bin:/usr/bin:/bin', LC_ALL: 'C.UTF-8' };
  const { stdout, stderr, exitCode } = await kernel.run(['bash', '-c', script], { env });
  return `${stdout}${stderr}${exitCode}`;
}

describe('tar writes nothing under the name of a packing that it does not have', () => {
  it.each([
    ['tar cjf x.tar.bz2 a', 'bzip2'],
    ['tar -c --bzip2 -f x.tar.bz2 a', 'bzip2'],
    ['tar cJf x.tar.xz a', 'xz'],
    ['tar -c --xz -f x.tar.xz a', 'xz'],
    ['tar caf x.tar.zst a', 'zstd'],
    ['tar cZf x.tar.Z a', 'compress'],
  ])('%s', async (script, name) => {
    expect(await run(`${script}; code=$?; ls x.*; exit $code`)).toBe(
      `tar: ${name} is not available here; use z for gzip\nls: cannot access 'x.*': No such file or directory\n2`,
    );
  });
});

it.each([
  ['printf "BZh91AY" > x.tar.bz2; tar xf x.tar.bz2', 'bzip2'],
  ['printf "\\3757zXZ\\0" > x.tar.xz; tar tf x.tar.xz', 'xz'],
])('tar says what an archive is that it cannot read: %s', async (script, name) => {
  expect(await run(script)).toBe(`tar: ${name} is not available here; use z for gzip\n2`);
});

it('tar does not write through a link that leads outside', async () => {
  const script = 'mkdir d; echo 1 > d/1; tar cf x.tar d; rm -r d; mkdir /tmp/out; ln -s /tmp/out d; tar xf x.tar d/1; ls /tmp/out';
  expect(await run(script)).toBe('tar: d/1: Cannot open: a link leads outside\n0');
});

it('gunzip gives what its name says only in the folder of the archive', async () => {
  expect(await run('mkdir d; gzip -c a > d/b.gz; cd d; gunzip -N b.gz; ls')).toBe('a\n0');
});

it('gzip finds that a byte was changed', async () => {
  const script = 'printf "%0100d" 1 > n; gzip -n n; head -c -8 n.gz > m.gz; printf "1234\\144\\0\\0\\0" >> m.gz; gzip -t m.gz';
  expect(await run(script)).toBe('\ngzip: m.gz: invalid compressed data--crc error\n1');
});

it.each(['.', 'd', 'd/.', './d'])('unzip takes no folder away for an entry that is called %s', async (name) => {
  const archive = Buffer.from(zipSync({ [name]: strToU8('x'), other: strToU8('y') })).toString('base64');
  const said = await run(
    `mkdir d; echo 1 > d/1; echo ${archive} | base64 -d > x.zip; unzip -oq x.zip; code=$?; find . -type f | sort; exit $code`,
  );
  expect(said).toMatch(/^\.\/a\n\.\/d\/1\n\.\/other\n\.\/x\.zip\nerror: {2}cannot delete old .*\n {8}Is a directory\n50$/);
});
