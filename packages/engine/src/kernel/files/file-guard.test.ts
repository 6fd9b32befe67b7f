import { type ProcessGrant, strictestGrant } from 'devonz-engine-protocol/process-grant';
import { describe, expect, it } from 'vitest';
import { OpenFlag } from '../../abi/system-calls.ts';
import { OpenRegularFile } from '../io/open-file.ts';
import { codeOf } from '../testing/code-of.ts';
import { FileSystem } from './file-system.ts';
import { GuardedPaths } from './guarded-paths.ts';

const ROOT = '/home/project';
const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

/** `isFirst` means the command's own shell; other processes are the programs that it starts. */
function create(grant: Partial<ProcessGrant> = {}, isFirst = true) {
  let time = 1000;
  const all = new FileSystem({ now: () => time++ });
  const files: Record<string, string> = {
    [`${ROOT}/.env`]: 'KEY=canary',
    [`${ROOT}/src/main.ts`]: 'main',
    [`${ROOT}/.git/config`]: 'git',
    [`${ROOT}/AGENTS.md`]: 'rules',
    [`${ROOT}/sub/.aws/credentials`]: 'canary',
    [`${ROOT}/node_modules/a/index.js`]: 'a',
    '/etc/hosts': 'hosts',
    '/tmp/free': 'free',
  };
  for (const [path, text] of Object.entries(files)) {
    all.mkdir(path.slice(0, path.lastIndexOf('/')), true, 0o755);
    all.writeFile(path, bytes(text));
  }
  const refusals: string[] = [];
  const fs = all.guardedBy(new GuardedPaths({ ...strictestGrant(ROOT), ...grant }, isFirst), (access, path) =>
    refusals.push(`${access} ${path.replace(`${ROOT}/`, '')}`),
  );
  return { all, fs, refusals };
}

describe('a guarded file system', () => {
  it('refuses the bytes of keys by every name they have, and shows what is there', () => {
    const { all, fs, refusals } = create();
    all.link(`${ROOT}/.env`, `${ROOT}/hard.txt`);
    all.symlink('.env', `${ROOT}/soft.txt`);
    all.symlink('sub', `${ROOT}/way`);
    for (const path of ['.env', 'hard.txt', 'soft.txt', 'way/.aws/credentials', 'src/../.env', './/.env']) {
      expect(codeOf(() => fs.readFile(`${ROOT}/${path}`))).toBe('EACCES');
      expect(codeOf(() => fs.open(`${ROOT}/${path}`, OpenFlag.READ_ONLY, 0))).toBe('EACCES');
      expect(codeOf(() => fs.open(`${ROOT}/${path}`, OpenFlag.READ_WRITE, 0))).toBe('EACCES');
    }
    expect(new Set(refusals)).toEqual(new Set(['read .env', 'read sub/.aws/credentials']));
    // Neither their sizes nor their times are visible, under any name.
    for (const path of ['.env', 'hard.txt', 'soft.txt']) {
      expect(all.stat(`${ROOT}/${path}`)).toMatchObject({ size: 10 });
      expect(fs.stat(`${ROOT}/${path}`)).toMatchObject({ kind: 'file', size: 0, modifiedAt: 0, changedAt: 0, accessedAt: 0, createdAt: 0 });
    }
    expect(fs.readdir(`${ROOT}/sub/.aws`)).toEqual([{ name: 'credentials', kind: 'file' }]);
    expect(fs.realpath(`${ROOT}/soft.txt`)).toBe(`${ROOT}/.env`);
  });

  it('has the environment’s files read as empty by a program that a command starts, and notes it', () => {
    const { all, fs, refusals } = create({}, false);
    all.link(`${ROOT}/.env`, `${ROOT}/hard.txt`);
    all.symlink('.env', `${ROOT}/soft.txt`);
    for (const path of ['.env', 'hard.txt', 'soft.txt']) {
      expect(fs.readFile(`${ROOT}/${path}`)).toHaveLength(0);
      const inode = fs.open(`${ROOT}/${path}`, OpenFlag.READ_ONLY, 0);
      expect(inode.kind === 'file' && fs.readAt(inode, 0, 100)).toHaveLength(0);
      // Content that was read as empty must never be written back.
      expect(codeOf(() => fs.open(`${ROOT}/${path}`, OpenFlag.READ_WRITE, 0))).toBe('EACCES');
      expect(codeOf(() => fs.writeFile(`${ROOT}/${path}`, bytes('')))).toBe('EACCES');
    }
    expect(codeOf(() => fs.link(`${ROOT}/.env`, `${ROOT}/b`))).toBe('EACCES');
    expect(codeOf(() => fs.rename(`${ROOT}/.env`, `${ROOT}/b`))).toBe('EACCES');
    expect(codeOf(() => fs.readFile(`${ROOT}/sub/.aws/credentials`))).toBe('EACCES');
    expect(refusals.filter((refusal) => refusal === 'read .env').length).toBeGreaterThan(0);
    expect(new TextDecoder().decode(all.readFile(`${ROOT}/.env`))).toBe('KEY=canary');
    const { fs: writer } = create({ protectedWrites: { only: [`${ROOT}/.env`] } }, false);
    expect(codeOf(() => writer.readFile(`${ROOT}/.env`))).toBe('EACCES');
  });

  it('takes for keys what a link with such a name leads to', () => {
    const { all, fs } = create();
    all.mkdir(`${ROOT}/config`, false, 0o755);
    all.writeFile(`${ROOT}/config/production`, bytes('canary'));
    expect(codeOf(() => fs.readFile(`${ROOT}/config/production`))).toBe('done');
    all.symlink('config/production', `${ROOT}/.env.production`);
    expect(codeOf(() => fs.readFile(`${ROOT}/config/production`))).toBe('EACCES');
    expect(codeOf(() => fs.rename(`${ROOT}/config/production`, `${ROOT}/config/free`))).toBe('EACCES');
    all.unlink(`${ROOT}/.env.production`);
    expect(codeOf(() => fs.readFile(`${ROOT}/config/production`))).toBe('done');
  });

  it('protects what a protected name leads to, and what it would lead to', () => {
    const { all, fs } = create();
    all.unlink(`${ROOT}/AGENTS.md`);
    all.symlink('docs/agents.md', `${ROOT}/AGENTS.md`);
    all.mkdir(`${ROOT}/docs`, false, 0o755);
    expect(codeOf(() => fs.writeFile(`${ROOT}/docs/agents.md`, bytes('new rules')))).toBe('EACCES');
    expect(codeOf(() => fs.writeFile(`${ROOT}/docs/other.md`, bytes('text')))).toBe('done');
  });

  it('leaves the source of a workspace free though it is linked among the packages', () => {
    const { all, fs } = create();
    all.mkdir(`${ROOT}/packages/b`, true, 0o755);
    all.symlink('../packages/b', `${ROOT}/node_modules/b`);
    expect(codeOf(() => fs.writeFile(`${ROOT}/packages/b/index.ts`, bytes('b')))).toBe('done');
    expect(codeOf(() => fs.writeFile(`${ROOT}/node_modules/b/other.ts`, bytes('b')))).toBe('done');
  });

  it('refuses every way to change a protected file, and leaves it as it was', () => {
    const { all, fs } = create();
    all.link(`${ROOT}/AGENTS.md`, `${ROOT}/rules.txt`);
    const attempts: (() => unknown)[] = [
      () => fs.writeFile(`${ROOT}/AGENTS.md`, bytes('x')),
      () => fs.writeFile(`${ROOT}/rules.txt`, bytes('x')),
      () => fs.open(`${ROOT}/AGENTS.md`, OpenFlag.WRITE_ONLY | OpenFlag.TRUNCATE, 0),
      () => fs.unlink(`${ROOT}/AGENTS.md`),
      () => fs.rename(`${ROOT}/AGENTS.md`, `${ROOT}/a`),
      () => fs.rename(`${ROOT}/src/main.ts`, `${ROOT}/AGENTS.md`),
      () => fs.rename(`${ROOT}/src`, `${ROOT}/.husky`),
      () => fs.rename(`${ROOT}/sub`, `${ROOT}/other`),
      () => fs.rename(ROOT, '/tmp/project'),
      () => fs.rename('/home', '/tmp/home'),
      () => fs.link(`${ROOT}/AGENTS.md`, `${ROOT}/b`),
      () => fs.link(`${ROOT}/src/main.ts`, `${ROOT}/.git/hooks`),
      () => fs.symlink('src', `${ROOT}/.vscode`),
      () => fs.mkdir(`${ROOT}/.git/hooks/deep`, true, 0o755),
      () => fs.mkdir('/usr/new', true, 0o755),
      () => fs.removeTree(`${ROOT}/sub`, true),
      () => fs.removeTree(ROOT, true),
      () => fs.chmod(`${ROOT}/AGENTS.md`, 0o777),
      () => fs.chmod(`${ROOT}/.git`, 0o777),
      () => fs.utimes(`${ROOT}/rules.txt`, 0, 0),
      () => fs.writeFile('/etc/hosts', bytes('x')),
      () => fs.link('/etc/hosts', `${ROOT}/hosts`),
      () => fs.rename('/etc/hosts', '/tmp/hosts'),
    ];
    for (const attempt of attempts) expect(codeOf(attempt)).toBe('EACCES');
    expect(new TextDecoder().decode(all.readFile(`${ROOT}/AGENTS.md`))).toBe('rules');
    expect(all.stat(`${ROOT}/AGENTS.md`).mode).toBe(0o644);
    expect(all.readdir(ROOT).map(({ name }) => name)).toEqual(['.env', '.git', 'AGENTS.md', 'node_modules', 'rules.txt', 'src', 'sub']);
    expect(fs.readdir(`${ROOT}/sub/.aws`)).toHaveLength(1);
  });

  it('asks again at each read and write of an open file', () => {
    const { all, fs } = create();
    const inode = fs.open(`${ROOT}/src/main.ts`, OpenFlag.READ_WRITE, 0);
    if (inode.kind !== 'file') throw new Error('not a file');
    expect(fs.readAt(inode, 1, 2)).toEqual(bytes('ai'));
    all.rename(`${ROOT}/src/main.ts`, `${ROOT}/.env.local`);
    expect(codeOf(() => fs.readAt(inode, 0, 4))).toBe('EACCES');
    expect(codeOf(() => fs.writeAt(inode, bytes('x'), 0))).toBe('EACCES');
    expect(codeOf(() => fs.truncate(inode, 0))).toBe('EACCES');
    expect(new OpenRegularFile(fs, inode, OpenFlag.READ_WRITE).status()).toMatchObject({ size: 0, modifiedAt: 0 });
  });

  it('says of a file that may be written and not be read neither its size nor when others change it', () => {
    const { all, fs } = create({ protectedWrites: 'allow' });
    const heard: string[] = [];
    fs.watch(ROOT, true, (event, path) => heard.push(`${event} ${path}`));
    fs.watch(`${ROOT}/.env`, false, (event, path) => heard.push(`${event} ${path}`));
    all.watch(`${ROOT}/.env`, false, (event) => heard.push(`user: ${event}`));
    all.writeFile(`${ROOT}/.env`, bytes('KEY=other'));
    all.writeFile(`${ROOT}/src/main.ts`, bytes('other'));
    expect(heard).toEqual(['user: change', 'change src/main.ts']);
    const inode = fs.open(`${ROOT}/.env`, OpenFlag.WRITE_ONLY | OpenFlag.APPEND, 0);
    if (inode.kind !== 'file') throw new Error('not a file');
    const file = new OpenRegularFile(fs, inode, OpenFlag.WRITE_ONLY | OpenFlag.APPEND);
    expect(file.status()).toMatchObject({ kind: 'file', size: 0, modifiedAt: 0, changedAt: 0, accessedAt: 0, createdAt: 0 });
    expect(new OpenRegularFile(all, inode, OpenFlag.READ_ONLY).status()).toMatchObject({ size: 9 });
  });

  it('notices that a folder above has moved', () => {
    const { all, fs } = create();
    expect(codeOf(() => fs.writeFile(`${ROOT}/src/main.ts`, bytes('x')))).toBe('done');
    all.rename(`${ROOT}/src`, `${ROOT}/.aws`);
    expect(codeOf(() => fs.readFile(`${ROOT}/.aws/main.ts`))).toBe('EACCES');
    all.rename(`${ROOT}/.aws`, `${ROOT}/src`);
    expect(codeOf(() => fs.readFile(`${ROOT}/src/main.ts`))).toBe('done');
  });

  it('does all that is granted, and moves no keys to where they could be read', () => {
    const { fs } = create({ protectedWrites: 'allow', outsideWrites: 'allow' });
    expect(codeOf(() => fs.writeFile(`${ROOT}/AGENTS.md`, bytes('x')))).toBe('done');
    expect(codeOf(() => fs.rename(`${ROOT}/.env`, `${ROOT}/a.txt`))).toBe('EACCES');
    expect(codeOf(() => fs.rename(`${ROOT}/sub`, `${ROOT}/node_modules/sub`))).toBe('EACCES');
    expect(codeOf(() => fs.link(`${ROOT}/.env`, `${ROOT}/a.txt`))).toBe('EACCES');
    expect(codeOf(() => fs.rename(`${ROOT}/node_modules`, `${ROOT}/modules`))).toBe('done');
  });
});
