import { expect, test } from 'vitest';
import { MemoryWorkspace } from '../../../runtime/memory/memory-workspace.ts';
import { toWorkspacePath } from '../../../runtime/to-workspace-path.ts';
import type { DirectoryEntry, WorkspacePath } from '../../../runtime/types.ts';
import { notingSecrets, withoutSecrets } from './watched-workspace.ts';

const at = (path: string): WorkspacePath => toWorkspacePath(path) ?? expect.unreachable(path);

async function linked() {
  const workspace = new MemoryWorkspace({ '.env': 'A=1', '.aws/config': 'B=2', 'src/a.ts': 'a', 'src/b.ts': 'b' });
  const links = {
    'notes.txt': '.env',
    'again.txt': 'notes.txt',
    'src/up.txt': '../.env',
    lib: '.aws',
    code: 'src',
    round: 'about',
    about: 'round',
    'out.txt': '../../x',
    'absolute.txt': '/home/project/x',
  };
  for (const [path, linkTo] of Object.entries(links)) await workspace.makeLink(at(path), linkTo);
  return workspace;
}

test.each([
  ['.env', ['.env']],
  ['gone/.env', ['gone/.env']],
  ['notes.txt', ['.env']],
  ['again.txt', ['.env']],
  ['src/up.txt', ['.env']],
  ['lib/config', ['.aws/config']],
  ['out.txt', ['out.txt']],
  ['absolute.txt', ['absolute.txt']],
  ['src/a.ts', []],
  ['code/b.ts', []],
  ['round/a.ts', []],
  ['gone.txt', []],
])('a look at %s is one at %j', async (path, wanted) => {
  const secrets = new Set<string>();
  const watched = notingSecrets(await linked(), secrets);
  await watched.kindOf(at(path));
  const seen = [...secrets];
  await watched.readFile(at(path)).catch(() => undefined);
  expect([seen, [...secrets]]).toEqual([wanted, wanted]);
});

test('a disk that folds case leads by a link of another spelling to the same place', async () => {
  const secrets = new Set<string>();
  await notingSecrets(await linked(), secrets).kindOf(at('NOTES.txt'));
  expect([...secrets]).toEqual(['.env']);
});

test('what nobody was asked about is not read, nor told by whether it is there', async () => {
  const watched = withoutSecrets(await linked());
  const refusal = '.env may hold keys or passwords, and is not read without the user.';
  await expect(watched.readFile(at('.env'))).rejects.toThrow(refusal);
  await expect(watched.readFile(at('again.txt'))).rejects.toThrow(refusal);
  await expect(watched.readUnfollowed(at('.env'))).rejects.toThrow(refusal);
  await expect(watched.readFile(at('gone/.env'))).rejects.toThrow('gone/.env may hold keys');
  expect(new TextDecoder().decode(await watched.readFile(at('code/b.ts')))).toBe('b');
  expect(await watched.kindOf(at('.env'))).toBe('file');
});

test('a folder is listed once for all that is read in it', async () => {
  let listed = 0;
  class CountingWorkspace extends MemoryWorkspace {
    override async readDirectory(path: WorkspacePath): Promise<DirectoryEntry[]> {
      listed++;
      return super.readDirectory(path);
    }
  }
  const watched = withoutSecrets(new CountingWorkspace({ 'src/a.ts': 'a', 'src/b.ts': 'b' }));
  await Promise.all(['src/a.ts', 'src/b.ts', 'src/a.ts'].map((path) => watched.readFile(at(path))));
  expect(listed).toBe(2);
});
