import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import process from 'node:process';
import { pathToFileURL } from 'node:url';
import type { ToolContext, ToolIntent } from '../../app/lib/agent/contract/tool-definition.ts';
import type { decide } from '../../app/lib/agent/policy/decide.ts';
import type { PolicyContext } from '../../app/lib/agent/policy/policy-decision.ts';
import type { DEFAULT_AGENT_SETTINGS, DEFAULT_APP_SETTINGS } from '../../app/lib/protocol/default-settings.ts';
import type { CommandRule } from '../../app/lib/protocol/settings.ts';
import type { MemoryWorkspace } from '../../app/lib/runtime/memory/memory-workspace.ts';
import { toWorkspacePath } from '../../app/lib/runtime/to-workspace-path.ts';
import type { runCommandTool } from '../../app/lib/tools/run-command.ts';
import { bundleProgram } from '../../scripts/bundle-program.mjs';
import { projectFolder } from './sandbox/sandbox.ts';
import { MADE_BY_AGENT, PROJECT, sceneFiles, WORLD } from './sandbox/scene.ts';
import type { Setting } from './settings.ts';

interface PolicyModule {
  decide: typeof decide;
  DEFAULT_AGENT_SETTINGS: typeof DEFAULT_AGENT_SETTINGS;
  DEFAULT_APP_SETTINGS: typeof DEFAULT_APP_SETTINGS;
  MemoryWorkspace: typeof MemoryWorkspace;
  runCommandTool: typeof runCommandTool;
}

export interface Judged {
  verdict: 'auto' | 'ask' | 'block';
  why: string;
}

export type Judge = (command: string, folder: string, setting: Setting, hasFileWall: boolean) => Promise<Judged>;

/** The product's own decision, from the tool's file checks to the verdict. */
const ENTRY = `
export { decide } from './app/lib/agent/policy/decide.ts';
export { DEFAULT_AGENT_SETTINGS, DEFAULT_APP_SETTINGS } from './app/lib/protocol/default-settings.ts';
export { MemoryWorkspace } from './app/lib/runtime/memory/memory-workspace.ts';
export { runCommandTool } from './app/lib/tools/run-command.ts';
`;

/** Loads the policy of a source tree: this one, or an older one next to it, whose holes the fuzzer must find. */
export async function loadPolicy(tree: string): Promise<Judge> {
  const root = projectFolder();
  const folder = join(root, '.cache/policy-fuzz');
  const program = await bundleProgram({
    stdin: { contents: ENTRY, resolveDir: resolve(tree), loader: 'ts' },
    nodePaths: [join(root, 'node_modules')],
  });
  mkdirSync(folder, { recursive: true });
  const file = join(folder, `policy-${process.pid}-${Math.floor(performance.now() * 1_000)}.mjs`);
  writeFileSync(file, program);
  try {
    // The bundle exports the names of the entry above.
    const policy = (await import(pathToFileURL(file).href)) as PolicyModule;
    const context = toolContext(policy);
    return (command, place, setting, hasFileWall) => judge(policy, context, command, place, setting, hasFileWall);
  } finally {
    rmSync(file, { force: true });
  }
}

const MADE = new Map([[MADE_BY_AGENT, 'agent' as const]]);

function toolContext({ MemoryWorkspace }: PolicyModule): ToolContext {
  const files: Record<string, string> = {};
  for (const { path, content } of sceneFiles('a')) if (path.startsWith(`${PROJECT}/`)) files[path.slice(PROJECT.length + 1)] = content;
  return {
    workspace: new MemoryWorkspace(files),
    problems: { list: () => [] },
    clock: { now: () => 0, sleep: async () => undefined },
    signal: new AbortController().signal,
    session: {
      plan: [],
      lockedPaths: [],
      made: MADE,
      unchecked: [],
      failedCheck: null,
      planReminder: null,
      changedUnseen: () => null,
      isGivenAddress: () => false,
      keptOutputs: () => new Map(),
      toolText: () => null,
    },
    onOutput: () => undefined,
  };
}

async function judge(
  policy: PolicyModule,
  tools: ToolContext,
  command: string,
  folder: string,
  setting: Setting,
  hasFileWall: boolean,
): Promise<Judged> {
  const { rules, ...agent } = setting;
  const context: PolicyContext = {
    settings: {
      ...policy.DEFAULT_APP_SETTINGS,
      agent: { ...policy.DEFAULT_AGENT_SETTINGS, ...agent },
      rules: rules.map((pattern): CommandRule => ({ pattern, verdict: 'allow', scope: 'always', createdAt: 0 })),
    },
    chatId: '',
    projectRoot: `${WORLD}/${PROJECT}`,
    hasChangedScripts: false,
    hasFileWall,
    made: { files: MADE, hasRunCommands: false },
    now: 0,
  };
  const plan = await policy.runCommandTool.plan(folder === '' ? { command } : { command, cwd: folder }, tools);
  const bare: ToolIntent = { kind: 'command', command, cwd: toWorkspacePath(folder), script: null };
  const { verdict, why } = policy.decide(plan.ok ? plan.intent : bare, context);
  return { verdict, why };
}
