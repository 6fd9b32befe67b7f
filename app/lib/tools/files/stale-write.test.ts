import { expect, test } from 'vitest';
import { call, ScriptedTransport, say } from '../../agent/testing/scripted-transport.ts';
import { testSession } from '../../agent/testing/test-session.ts';
import { contentHashSchema } from '../../protocol/ids.ts';
import type { FileRecordEvent } from '../../protocol/journal-event.ts';
import { MemoryWorkspace } from '../../runtime/memory/memory-workspace.ts';
import { toWorkspacePath } from '../../runtime/to-workspace-path.ts';
import type { RealMachine } from '../../runtime/types.ts';
import { TOOL_REGISTRY as tools } from '../index.ts';

const MACHINE: RealMachine = { id: 'a1b2c3d4e5f6a7b8', user: 'ada', home: '/home/ada' };
const agent = { autoApproveFileCreation: true, autoApproveFileModification: true };
const path = toWorkspacePath('a.txt') ?? expect.unreachable();
const hash = contentHashSchema.parse('b'.repeat(64));
const write = () => call({ toolName: 'devonz_write_file', input: { path: 'a.txt', content: 'of the agent' } });
const read = () => call({ toolName: 'devonz_read_file', input: { path: 'a.txt' } });

interface Meanwhile {
  by: FileRecordEvent['by'];
  machine?: RealMachine | null;
  /** Calls of the agent after the change, before it writes. */
  thereafter?: (() => ReturnType<typeof call>)[];
}

/** The agent reads the file, another changes it, and the agent writes it whole in a later task. Returns why it asked, and what is there. */
async function afterChange({ by, machine = null, thereafter = [] }: Meanwhile) {
  const workspace = new MemoryWorkspace({ 'a.txt': 'old' });
  workspace.host = machine;
  const transport = new ScriptedTransport(read(), say('Read.'), ...thereafter.map((each) => each()), write(), say('Done.'));
  const { session, say: tell } = testSession({ transport, workspace, tools, agent });
  await tell('read it');
  await workspace.writeFile(path, new TextEncoder().encode('of another'));
  session.noteFile({ type: 'file-changed', path, hash, size: 10, by, before: null });
  await session.settled();
  void tell('write it');
  const written = () => [...session.state().toolCalls.values()].find(({ toolName }) => toolName === 'devonz_write_file')?.status;
  await expect.poll(written).toMatch(/awaiting_approval|success/);
  const asked = [...session.state().toolCalls.values()].flatMap((each) => (each.status === 'awaiting_approval' ? [each.approval.why] : []));
  return { asked, text: workspace.text('a.txt') };
}

test.each<[string, Meanwhile, string]>([
  ['the user in this browser', { by: 'user' }, 'you have changed the file since the agent last saw it'],
  ['the user on a machine', { by: 'user', machine: MACHINE }, 'you have changed the file since the agent last saw it'],
  ['an editor on a machine', { by: 'runtime', machine: MACHINE }, 'the file was changed there since the agent last saw it'],
])('a file that %s has changed meanwhile is not overwritten unasked, whatever is auto-approved', async (_who, change, why) => {
  const { asked, text } = await afterChange(change);
  expect(asked).toHaveLength(1);
  expect(asked[0]).toContain(why);
  expect(text).toBe('of another');
});

test.each<[string, Meanwhile]>([
  ['a program in this browser has changed', { by: 'runtime' }],
  ['the agent has read again', { by: 'user', machine: MACHINE, thereafter: [read] }],
  ['the agent itself has changed', { by: 'agent', machine: MACHINE }],
])('a file that %s is written as the settings say', async (_what, change) => {
  expect(await afterChange(change)).toEqual({ asked: [], text: 'of the agent' });
});
