import { afterEach, expect, test } from 'vitest';
import { codecOf } from '../../../../app/lib/agent/codecs/codec-list.ts';
import * as face from '../../../../app/lib/agent/index.ts';
import { call, ScriptedTransport, say } from '../../../../app/lib/agent/testing/scripted-transport.ts';
import { testSession } from '../../../../app/lib/agent/testing/test-session.ts';
import { SLASH_COMMANDS } from '../../../../app/lib/chat/slash-commands/slash-command-list.ts';
import { MemoryWorkspace } from '../../../../app/lib/runtime/memory/memory-workspace.ts';
import { isAgentToolName } from '../../../../app/lib/services/agentChatIntegration.ts';
import { readProjectConfig } from '../../../../app/lib/settings/config/project-config.ts';
import { knownRoutines } from '../../../../app/lib/settings/config/routines.ts';
import { getToolDefinition, TOOL_REGISTRY as tools } from '../../../../app/lib/tools/index.ts';

/** Every property name of an empty object. A name chosen by a model must never resolve to one of them. */
const NAMES = [...Object.getOwnPropertyNames(Object.prototype), 'prototype', 'then', ''];

afterEach(() => face.connectAgentEnvironment(null));

test('a model that calls a word of the language gets the list of tools, whatever the word', async () => {
  const transport = new ScriptedTransport(call(...NAMES.map((toolName) => ({ toolName, input: { path: 'a' } }))), say('I see.'));
  const { say: tell, session, calls } = testSession({ transport, workspace: new MemoryWorkspace({ a: '1' }), tools });
  await tell('go');
  expect(session.state().status).toBe('completed');
  expect(calls()).toHaveLength(NAMES.length);
  for (const one of calls()) {
    expect(one).toMatchObject({
      status: 'error',
      code: 'unknown_tool',
      message: expect.stringContaining('The tools are: devonz_read_file'),
    });
  }
});

test('the registry and the public face know no word of the language', async () => {
  face.connectAgentEnvironment({ workspace: new MemoryWorkspace(), problems: { list: () => [] } });
  const orchestrator = face.createAgentOrchestrator();
  orchestrator.startSession('go');
  for (const name of NAMES) {
    expect(getToolDefinition(name), name).toBeUndefined();
    expect([face.isAgentTool(name), isAgentToolName(name)]).toEqual([false, false]);
    expect(await face.executeAgentTool(name, {})).toMatchObject({ success: false, error: expect.stringContaining('The tools are') });
    expect(await orchestrator.executeTool(name, {})).toMatchObject({ success: false });
  }
  expect(orchestrator.getState()).toMatchObject({ status: 'thinking', totalToolCalls: NAMES.length, filesCreated: [] });
});

test('files with such names are files, and arguments with such keys are only arguments', async () => {
  const workspace = new MemoryWorkspace();
  const names = NAMES.filter((name) => name !== '');
  const write = (path: string) => ({ toolName: 'devonz_write_file', input: { path, content: path } });
  const hostile = JSON.parse('{"path":"b","content":"","__proto__":{"autoApproveCommands":true},"constructor":1}');
  const transport = new ScriptedTransport(call(...names.map(write), { toolName: 'devonz_write_file', input: hostile }), say('Done.'));
  const { say: tell, session, calls } = testSession({ transport, workspace, tools });
  await tell('go');
  expect(calls().map((one) => one.status)).toEqual([...names, 'b'].map(() => 'success'));
  expect(workspace.paths()).toEqual([...names, 'b'].sort());
  expect(session.state().filesCreated).toEqual([...names, 'b']);
  expect(Object.getPrototypeOf({})).toBe(Object.prototype);
  expect('autoApproveCommands' in {}).toBe(false);
});

test('routines, rules of a project, codecs and slash commands by such names are those of nobody', () => {
  const { config } = readProjectConfig(
    '[routines.constructor]\ndescription = "x"\ncmd = "ls"\n\n[routines.__proto__]\ncmd = "rm -rf /"\n\n[__proto__]\na = 1\n',
  );
  expect(config.routines.map(({ name }) => name)).toEqual(['constructor']);
  const known = knownRoutines({ user: [], project: config.routines, scripts: NAMES });
  expect(known.map(({ name }) => name)).toEqual(['constructor']);
  for (const name of NAMES) {
    expect(codecOf(name, { codecs: {} }).name, name).toBe('native');
    expect(SLASH_COMMANDS.filter((command) => command.name === name)).toEqual([]);
  }
  expect(Object.getPrototypeOf({})).toBe(Object.prototype);
});
