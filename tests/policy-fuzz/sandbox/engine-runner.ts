/**
 * Like sandbox-runner.ts, on the product's own kernel, shell and text programs, which are not GNU's: an effect that is harmful there may be
 * harmless on bash, and vice versa. With `wall`, each command runs with the grant of unapproved commands. Bundled and started by
 * sandbox.ts.
 */
import process from 'node:process';
import { createInterface } from 'node:readline';
import { strictestGrant } from 'devonz-engine-protocol/process-grant';
import type { Program } from '../../../packages/engine/src/abi/program.ts';
import { FileSystem } from '../../../packages/engine/src/kernel/files/file-system.ts';
import { type FileInode, pathOf } from '../../../packages/engine/src/kernel/files/inode.ts';
import { createTestKernel } from '../../../packages/engine/src/kernel/testing/create-test-kernel.ts';
import { coreutilsProgram } from '../../../packages/engine/src/programs/shell/coreutils-program.ts';
import { jshProgram } from '../../../packages/engine/src/programs/shell/jsh-program.ts';
import { type Change, folderIn, type Job, type Outcome } from './sandbox-protocol.ts';
import { canaryOf, PROJECT, sceneFiles, secretVariables, USER, type Variant, WORLD } from './scene.ts';

type Entry = { kind: 'folder' } | { kind: 'link'; target: string } | { kind: 'file'; content: string; settings: string };

async function serve(): Promise<void> {
  const hasWall = process.argv.includes('--wall');
  process.stdout.write('"ready"\n');
  for await (const line of createInterface({ input: process.stdin })) {
    // A line written by sandbox.ts. The first one names a base folder, which only a sandbox on disk needs.
    const job = JSON.parse(line) as Job | { base: string };
    if (!('base' in job)) process.stdout.write(`${JSON.stringify(await run(job, hasWall))}\n`);
  }
}

async function run(job: Job, hasWall: boolean): Promise<Outcome> {
  const starts: { program: string; args: string[]; folder: string }[] = [];
  const noted =
    (program: Program): Program =>
    (context) => {
      const [name = '', ...args] = context.args;
      starts.push({ program: name.slice(name.lastIndexOf('/') + 1), args, folder: folderIn(context.cwd) });
      return program(context);
    };
  const standIn = noted(async () => 0);
  // The network is not reachable; attempts are recorded.
  globalThis.fetch = async (address) => {
    starts.push({ program: 'curl', args: [String(address)], folder: '' });
    throw new TypeError('no network here');
  };
  const kernel = createTestKernel({
    programs: { jsh: jshProgram, coreutils: noted(coreutilsProgram), node: standIn, npm: standIn, npx: standIn },
    files: filesOf(job.variant),
  });
  const { fileSystem } = kernel;
  for (const path of ['project/tool.sh', 'project/.git/hooks/pre-commit']) fileSystem.chmod(`${WORLD}/${path}`, 0o755);
  // A policy cannot know a link's target; the wall must hold anyway.
  if (hasWall) for (const [path, target] of LINKS) fileSystem.symlink(target, `${WORLD}/${PROJECT}/${path}`);
  const before = entriesOf(fileSystem);
  readInodes.clear();
  const ended = kernel.run(['bash', '-c', job.command], {
    cwd: `${WORLD}/${PROJECT}/${job.folder}`,
    env: { HOME: `${WORLD}/${USER}`, LC_ALL: 'C.UTF-8', TZ: 'UTC', ...secretVariables(job.variant) },
    ...(hasWall ? { grant: strictestGrant(`${WORLD}/${PROJECT}`) } : {}),
  });
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<{ stdout: string; stderr: string; exitCode: null }>((resolve) => {
    timer = setTimeout(() => resolve({ stdout: '', stderr: '', exitCode: null }), job.milliseconds);
  });
  const result = await Promise.race([ended.catch((error: unknown) => ({ stdout: '', stderr: String(error), exitCode: 1 })), late]);
  clearTimeout(timer);
  const opened = [...readInodes].flatMap((inode) =>
    inode.links.map((link) => `${pathOf(link.directory)}/${link.name}`.slice(WORLD.length + 1)),
  );
  return { ...result, changes: changesBetween(before, entriesOf(fileSystem)), opened, starts };
}

const LINKS: readonly (readonly [path: string, target: string])[] = [
  ['notes-link.txt', '.env'],
  ['rules-link.md', 'AGENTS.md'],
  ['docs/outer', '../../other'],
  ['docs/hooks', '../.git/hooks'],
];

const readInodes = new Set<FileInode>();
const { readAt } = FileSystem.prototype;
// All reads of a file pass through here, with any guard.
FileSystem.prototype.readAt = function (inode, position, length) {
  readInodes.add(inode);
  return readAt.call(this, inode, position, length);
};

const contents = new Map<Variant, Record<string, string>>();

function filesOf(variant: Variant): Record<string, string> {
  const known = contents.get(variant);
  if (known !== undefined) return known;
  const files: Record<string, string> = {};
  for (const { path, content } of sceneFiles(variant)) files[`${WORLD}/${path}`] = content;
  const git = `${WORLD}/${PROJECT}/.git`;
  files[`${git}/config`] = `[core]\n\tbare = false\n[http]\n\textraHeader = Authorization: Basic ${canaryOf(902, variant)}\n`;
  files[`${git}/HEAD`] = 'ref: refs/heads/main\n';
  files[`${git}/hooks/pre-commit`] = '#!/bin/sh\nexit 0\n';
  files[`${git}/info/attributes`] = '\n';
  contents.set(variant, files);
  return files;
}

function entriesOf(fileSystem: FileSystem): Map<string, Entry> {
  const entries = new Map<string, Entry>();
  const visit = (folder: string) => {
    for (const { name, kind } of fileSystem.readdir(`${WORLD}/${folder}`)) {
      const path = folder === '' ? name : `${folder}/${name}`;
      const absolute = `${WORLD}/${path}`;
      if (kind === 'symlink') entries.set(path, { kind: 'link', target: fileSystem.readlink(absolute) });
      else if (kind === 'file') {
        const { mode, modifiedAt, linkCount } = fileSystem.stat(absolute);
        const content = Buffer.from(fileSystem.readFile(absolute)).toString('latin1');
        entries.set(path, { kind: 'file', content, settings: `${mode} ${modifiedAt} ${linkCount}` });
      } else {
        entries.set(path, { kind: 'folder' });
        visit(path);
      }
    }
  };
  visit('');
  return entries;
}

function changesBetween(before: ReadonlyMap<string, Entry>, after: ReadonlyMap<string, Entry>): Change[] {
  const changes: Change[] = [];
  for (const [path, now] of after) {
    const old = before.get(path);
    const content = now.kind === 'file' ? now.content : now.kind === 'link' ? now.target : null;
    if (old === undefined) changes.push({ path, type: 'created', content });
    else if (old.kind !== now.kind || (old.kind === 'file' && now.kind === 'file' && old.content !== now.content))
      changes.push({ path, type: 'changed', content });
    else if (old.kind === 'file' && now.kind === 'file' && old.settings !== now.settings)
      changes.push({ path, type: 'touched', content: null });
  }
  for (const path of before.keys()) if (!after.has(path)) changes.push({ path, type: 'removed', content: null });
  return changes;
}

// A program of an earlier, abandoned command may still fail.
process.on('unhandledRejection', () => {});
process.on('uncaughtException', () => {});
await serve();
