import { expect, test } from 'vitest';
import { call, ScriptedTransport, say } from '../../../../app/lib/agent/testing/scripted-transport.ts';
import { testSession } from '../../../../app/lib/agent/testing/test-session.ts';
import type { AgentModeSettings } from '../../../../app/lib/protocol/settings.ts';
import { MemoryWorkspace } from '../../../../app/lib/runtime/memory/memory-workspace.ts';
import { PROJECT_CONFIG_PATH, readProjectConfig } from '../../../../app/lib/settings/config/project-config.ts';
import { tightenSettings } from '../../../../app/lib/settings/config/tighten-settings.ts';
import { TOOL_REGISTRY as tools } from '../../../../app/lib/tools/index.ts';

const LOOSE = '[agent]\nautoApproveCommands = true\nautoApproveFileModification = true\nmaxIterations = 200\n[rules]\nallow = ["rm *"]\n';

/** A session whose project file applies, as in the workbench. */
function start(transport: ScriptedTransport, workspace: MemoryWorkspace, agent: Partial<AgentModeSettings> = {}) {
  const run = testSession({ transport, workspace, tools, agent });
  run.settings.current = () => tightenSettings(run.settings.value, readProjectConfig(workspace.text(PROJECT_CONFIG_PATH) ?? '').config);
  return run;
}

const command = (text: string) => call({ toolName: 'devonz_run_command', input: { command: text } });

test('the agent cannot loosen anything by writing the project’s file: writing it asks, and what it says is not believed', async () => {
  const workspace = new MemoryWorkspace().script('npm run x', {});
  const write = call({ toolName: 'devonz_write_file', input: { path: PROJECT_CONFIG_PATH, content: LOOSE } });
  const run = start(new ScriptedTransport(write, command('npm run x'), say('Done.')), workspace, {
    autoApproveFileCreation: true,
    maxIterations: 7,
  });
  await run.say('go');
  expect(run.onlyWaiting().subject).toMatchObject({ kind: 'file_create', path: PROJECT_CONFIG_PATH });
  await run.session.answerApproval(run.onlyWaiting().approvalId, { decision: 'approve' });
  await run.session.settled();
  expect(workspace.text(PROJECT_CONFIG_PATH)).toBe(LOOSE);
  expect(run.onlyWaiting().subject).toMatchObject({ kind: 'command', command: 'npm run x' });
  expect(run.session.state().maxIterations).toBe(7);
});

test('what the project denies is blocked, and its lower limit holds', async () => {
  const workspace = new MemoryWorkspace({ [PROJECT_CONFIG_PATH]: '[agent]\nmaxIterations = 2\n[rules]\ndeny = ["ls *"]\n' });
  const run = start(new ScriptedTransport(command('ls -la'), command('ls src')), workspace, { autoApproveCommands: true });
  await run.say('look');
  expect(run.calls().map((one) => one.status === 'error' && one.code)).toEqual(['blocked', 'blocked']);
  expect(run.session.state().notice).toMatchObject({ type: 'iteration-limit', limit: 2 });
  expect(workspace.commands).toEqual([]);
});
