import { PROCESS_GRANT_VARIABLE, parseProcessGrant } from 'devonz-engine-protocol/process-grant';
import { formatTerminalNote, TERMINAL_NOTES_VARIABLE } from 'devonz-engine-protocol/terminal-note';
import { expect, test } from 'vitest';
import { scriptedShell, shellMark } from '../testing/scripted-shell.ts';
import type { CommandRequest } from '../types.ts';

const TOUCHES = { secrets: false, read: ['.env'], write: [], isAnyProtected: false };

/** A shell on a host that restricts file access. Each command starts at once, prints `notes`, and ends. */
function guardedShell() {
  const parts = scriptedShell({ hasTerminalNotes: true });
  let count = 0;
  const run = async (request: Partial<CommandRequest>, notes: readonly Parameters<typeof formatTerminalNote>[1][] = []) => {
    const index = count++;
    const outcome = parts.run('cat .env', request);
    const process = await parts.process(index);
    const key = parts.spawned[index]?.env?.[TERMINAL_NOTES_VARIABLE] ?? '';
    process.print(shellMark(parts.script(index), '!') + notes.map((note) => formatTerminalNote(key, note)).join(''));
    process.exit(0);
    return outcome;
  };
  return { run, grant: (index: number) => parseProcessGrant(parts.spawned[index]?.env?.[PROCESS_GRANT_VARIABLE]) };
}

test('a command is spawned with what it may touch, may pass on its own variables and remove those that nobody reads', async () => {
  const { run, grant } = guardedShell();
  await run({ touches: TOUCHES });
  await run({ touches: { ...TOUCHES, read: [] } });
  const own = grant(0)?.ownFiles ?? [];
  expect(own).toEqual([expect.stringMatching(/^\/tmp\/\.agent-env-/)]);
  expect(grant(0)).toMatchObject({ root: '/home/project', secrets: { only: ['/home/project/.env'] }, outsideWrites: 'deny' });
  // The first command never reported where its shell ended, so its variables cannot be used.
  expect(grant(1)).toMatchObject({ secrets: 'deny', outsideWrites: { only: own } });
});

test("a command of the user's own is held to nothing", async () => {
  const { run, grant } = guardedShell();
  await run({});
  expect(grant(0)).toBeNull();
});

test('what a command was kept from is named from the project, once, in the order in which it tried', async () => {
  const { run } = guardedShell();
  const outcome = await run({ touches: TOUCHES }, [
    { type: 'on' },
    { type: 'refused', access: 'read', path: '/home/project/a b/.env' },
    { type: 'refused', access: 'write', path: '/etc/hosts' },
  ]);
  expect(outcome).toMatchObject({
    output: '',
    refused: [
      { access: 'read', path: 'a b/.env' },
      { access: 'write', path: '/etc/hosts' },
    ],
  });
});
