import { expect, test } from 'vitest';
import type { JournalEvent } from '../../protocol/journal-event.ts';
import { MemoryWorkspace } from '../../runtime/memory/memory-workspace.ts';
import { TOOL_REGISTRY as tools } from '../../tools/index.ts';
import { INITIAL_CONVERSATION } from '../contract/conversation-state.ts';
import { applyRecord } from '../conversation/projection.ts';
import { approvedInstructions } from '../conversation/session-facts.ts';
import { ScriptedTransport } from '../testing/scripted-transport.ts';
import { testCore } from '../testing/test-core.ts';

const write = (path: string, content: string): Call => ({ toolName: 'devonz_write_file', input: { path, content } });

interface Call {
  toolName: string;
  input: Record<string, string>;
}

async function begun() {
  const workspace = new MemoryWorkspace({ 'a.txt': 'a' });
  const agent = { autoApproveFileModification: true };
  const core = testCore({ transport: new ScriptedTransport(), workspace, tools, agent });
  await core.begin();
  let calls = 0;
  const ended = new Set<string>();
  const { signal } = new AbortController();
  return {
    ...core,
    /** Resolves with whether the call asked; answers with `decision`. */
    async wasAsked(call: Call, decision: 'approve' | 'deny' = 'approve') {
      const toolCallId = `c${++calls}`;
      await core.calls({ toolCallId, ...call });
      const run = core.scheduler.runStep('agent', signal).finally(() => ended.add(toolCallId));
      await expect.poll(() => ended.has(toolCallId) || core.scheduler.isWaiting()).toBe(true);
      const permission = core.permissions.of(core.callOf(toolCallId));
      if (permission.type === 'asked') await core.permissions.answer(permission.request.approvalId, { decision });
      await run;
      expect(core.callOf(toolCallId).status).toBe(decision === 'deny' ? 'error' : 'success');
      return permission.type === 'asked';
    },
  };
}

test.each(['CLAUDE.md', 'AGENTS.md', 'docs/GEMINI.md', '.cursorrules'])('%s is asked about once a run, not once a change', async (path) => {
  const { wasAsked } = await begun();
  expect(await wasAsked(write(path, 'one'))).toBe(true);
  expect(await wasAsked(write(path, 'two'))).toBe(false);
  expect(await wasAsked(write(path, 'three'))).toBe(false);
  // Another file is a new question, and files that run programs ask each time.
  expect(await wasAsked(write(`other/${path}`, 'one'))).toBe(true);
});

test('what a file runs is asked about each time', async () => {
  const { wasAsked } = await begun();
  for (const path of ['.vscode/tasks.json', '.github/copilot-instructions.md', '.claude/CLAUDE.md', 'mise.toml', '.env']) {
    expect(await wasAsked(write(path, 'one')), path).toBe(true);
    expect(await wasAsked(write(path, 'two')), path).toBe(true);
  }
});

test('a refused change approves nothing, and a removal asks again', async () => {
  const { wasAsked } = await begun();
  expect(await wasAsked(write('CLAUDE.md', 'one'), 'deny')).toBe(true);
  expect(await wasAsked(write('CLAUDE.md', 'one'))).toBe(true);
  expect(await wasAsked(write('CLAUDE.md', 'two'))).toBe(false);
  expect(await wasAsked({ toolName: 'devonz_delete_file', input: { path: 'CLAUDE.md' } })).toBe(true);
});

test.each([
  ['approve', ['success', 'success']],
  ['deny', ['error', 'success']],
] as const)('two changes in one step are one question where the first is a yes: %s', async (first, statuses) => {
  const workspace = new MemoryWorkspace({ 'CLAUDE.md': 'zero' });
  const core = testCore({ transport: new ScriptedTransport(), workspace, tools, agent: { autoApproveFileModification: true } });
  await core.begin();
  const made = [write('CLAUDE.md', 'one'), write('CLAUDE.md', 'two')].map((call, index) => ({ toolCallId: `c${index}`, ...call }));
  await core.calls(...made);
  let isOver = false;
  const run = core.scheduler.runStep('agent', new AbortController().signal).finally(() => {
    isOver = true;
  });
  const asked: string[] = [];
  for (;;) {
    await expect.poll(() => isOver || core.scheduler.isWaiting()).toBe(true);
    const open = made.map(({ toolCallId }) => core.permissions.of(core.callOf(toolCallId)));
    const requests = open.flatMap((permission) => (permission.type === 'asked' ? [permission.request] : []));
    const request = requests.find(({ toolCallId }) => !asked.includes(toolCallId));
    if (isOver || request === undefined) break;
    await core.permissions.answer(request.approvalId, { decision: asked.length === 0 ? first : 'approve' });
    asked.push(request.toolCallId);
  }
  await run;
  expect(asked).toEqual(first === 'approve' ? ['c0'] : ['c0', 'c1']);
  expect(made.map(({ toolCallId }) => core.callOf(toolCallId).status)).toEqual(statuses);
  expect(workspace.text('CLAUDE.md')).toBe('two');
});

test('the journal keeps it over a reload, for this task alone, and never for a conversation from elsewhere', async () => {
  const { wasAsked, journal } = await begun();
  await wasAsked(write('CLAUDE.md', 'one'));
  const events = journal.records.map(({ event }) => event);
  const stateOf = (all: readonly JournalEvent[]) =>
    all.reduce((state, event, at) => applyRecord(state, { event, at }), INITIAL_CONVERSATION);
  expect([...approvedInstructions(stateOf(events))]).toEqual(['CLAUDE.md']);
  const next: JournalEvent = {
    type: 'user-message',
    message: { id: 'user-2', role: 'user', parts: [{ type: 'text', text: 'And now' }] },
    mode: 'agent',
  };
  expect([...approvedInstructions(stateOf([...events, { type: 'run-ended', outcome: 'completed' }, next]))]).toEqual([]);
  expect([...approvedInstructions({ ...stateOf(events), isForeign: true })]).toEqual([]);
});
