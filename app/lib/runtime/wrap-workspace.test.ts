import { describe, expect, test } from 'vitest';
import { MemoryWorkspace } from './memory/memory-workspace.ts';
import { toWorkspacePath } from './to-workspace-path.ts';
import type { CommandRequest, FindRequest, SearchRequest, Workspace } from './types.ts';
import { wrapWorkspace } from './wrap-workspace.ts';

const path = (text: string) => toWorkspacePath(text) ?? expect.unreachable(text);

/** A workspace whose methods return their own name and their arguments. */
function echo(): Workspace {
  const answer =
    (name: string) =>
    // The answers of a real workspace have many types; here each is the record of its call.
    (...given: unknown[]): Promise<never> =>
      Promise.resolve([name, ...given] as never);
  const processes = {
    list: answer('list'),
    log: answer('log'),
    write: answer('write'),
    interrupt: answer('interrupt'),
    kill: answer('kill'),
  };
  return {
    ...PLACE,
    readFile: answer('readFile'),
    writeFile: answer('writeFile'),
    kindOf: answer('kindOf'),
    readDirectory: answer('readDirectory'),
    makeDirectory: answer('makeDirectory'),
    remove: answer('remove'),
    rename: answer('rename'),
    readUnfollowed: answer('readUnfollowed'),
    makeLink: answer('makeLink'),
    runCommand: answer('runCommand'),
    search: answer('search'),
    findAll: answer('findAll'),
    hasFileWall: answer('hasFileWall'),
    agentDirectory: answer('agentDirectory'),
    processes,
  };
}

const PLACE = { projectRoot: () => '/srv/app', machine: () => ({ id: 'm1', user: 'ada', home: '/home/ada' }) };
const content = new TextEncoder().encode('text');
const command: CommandRequest = { command: 'ls', timeoutMs: 1, signal: new AbortController().signal, onOutput: () => undefined };
const request: SearchRequest = { query: 'a', path: path(''), limit: 1, include: null, exclude: null };
const find: FindRequest = {
  ...{ query: 'a', isExpression: false, matchCase: false, wholeWord: false },
  ...{ include: null, exclude: null, replacement: null, limit: 1 },
};

describe('a wrapped workspace', () => {
  test('hands every call on with what it was given, each through the wrapper once', async () => {
    let calls = 0;
    const source = echo();
    const wrapped = wrapWorkspace(PLACE, (call) => {
      calls++;
      return call(source);
    });
    const all: [string, unknown[], Promise<unknown>][] = [
      ['readFile', [path('a')], wrapped.readFile(path('a'))],
      ['writeFile', [path('a'), content], wrapped.writeFile(path('a'), content)],
      ['kindOf', [path('a')], wrapped.kindOf(path('a'))],
      ['readDirectory', [path('')], wrapped.readDirectory(path(''))],
      ['makeDirectory', [path('b')], wrapped.makeDirectory(path('b'))],
      ['readUnfollowed', [path('a')], wrapped.readUnfollowed(path('a'))],
      ['makeLink', [path('a'), '../b'], wrapped.makeLink(path('a'), '../b')],
      ['remove', [path('a')], wrapped.remove(path('a'))],
      ['rename', [path('a'), path('b')], wrapped.rename(path('a'), path('b'))],
      ['runCommand', [command], wrapped.runCommand(command)],
      ['search', [request], wrapped.search(request)],
      ['findAll', [find], wrapped.findAll(find)],
      ['hasFileWall', [], wrapped.hasFileWall()],
      ['agentDirectory', [], wrapped.agentDirectory()],
      ['list', [], wrapped.processes.list()],
      ['log', ['p1'], wrapped.processes.log('p1')],
      ['write', ['p1', 'y'], wrapped.processes.write('p1', 'y')],
      ['interrupt', ['p1'], wrapped.processes.interrupt('p1')],
      ['kill', ['p1'], wrapped.processes.kill('p1')],
    ];
    for (const [name, given, answer] of all) expect(await answer).toEqual([name, ...given]);
    // Without `processes`, whose methods are listed, and the two that need no host.
    expect(all.length).toBe(Object.keys(wrapped).length - 3 + Object.keys(wrapped.processes).length);
    expect(calls).toBe(all.length);
    expect([wrapped.projectRoot(), wrapped.machine()]).toEqual(['/srv/app', { id: 'm1', user: 'ada', home: '/home/ada' }]);
    expect(calls).toBe(all.length);
  });

  test('answers for what its host does not have as the absence is meant', async () => {
    const bare = new MemoryWorkspace();
    const wrapped = wrapWorkspace(PLACE, (call) => call(bare));
    expect(await wrapped.search(request)).toBeNull();
    expect(await wrapped.findAll(find)).toBeNull();
    expect(await wrapped.hasFileWall()).toBe(false);
    expect(await wrapped.agentDirectory()).toBe('');
  });

  test('lets the wrapper wait, change the failure and choose the workspace again for each call', async () => {
    const first = new MemoryWorkspace({ 'a.txt': 'first' });
    const second = new MemoryWorkspace({ 'a.txt': 'second' });
    let current = first;
    const wrapped = wrapWorkspace(PLACE, async (call) => {
      try {
        return await call(current);
      } catch {
        throw new Error('the wrapper says so');
      }
    });
    expect(new TextDecoder().decode(await wrapped.readFile(path('a.txt')))).toBe('first');
    current = second;
    expect(new TextDecoder().decode(await wrapped.readFile(path('a.txt')))).toBe('second');
    await expect(wrapped.readFile(path('missing'))).rejects.toThrow('the wrapper says so');
  });
});
