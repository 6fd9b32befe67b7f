import { z } from 'zod';
import { fieldsOf } from '../agent/calls/fields-of.ts';
import { endedChecks } from '../agent/checks/ended-checks.ts';
import type { ToolContext, ToolFailure, ToolResult } from '../agent/contract/tool-definition.ts';
import { commandStub } from '../agent/history/left-out.ts';
import type { ToolEffect } from '../protocol/tool-effect.ts';
import { TOOL_NAMES } from '../protocol/tool-names.ts';
import { toWorkspacePath } from '../runtime/to-workspace-path.ts';
import type { CommandOutcome, Workspace, WorkspacePath } from '../runtime/types.ts';
import { avoidInput } from './commands/avoid-input.ts';
import { type KeptOutput, keepOutput } from './commands/keep-output.ts';
import { loadsOf } from './commands/loaded-files.ts';
import { localPrograms, ownPrograms, programsInstead } from './commands/local-programs.ts';
import { type ShownStreams, shownStreams, streamFields } from './commands/output-streams.ts';
import { joinScripts, scriptsOfCommand } from './commands/package-script.ts';
import { printCommand } from './commands/print-command.ts';
import { type CommandIntent, ranEffect } from './commands/ran-effect.ts';
import { refusedResult } from './commands/refused-files.ts';
import { defineTool } from './define-tool.ts';
import { failure } from './failure.ts';
import { pathArgument } from './files/path-argument.ts';
import { REASONING, rarelyGiven, shownOnly } from './shown-only.ts';

const DEFAULT_TIMEOUT_MS = 30_000;
const MAX_TIMEOUT_MS = 120_000;

/** A path without patterns or parent segments. Not a pattern of the schema, because not every provider supports those. */
const guardedPath = z.string().min(1).max(1_000).refine(isPlainPath, 'a plain path relative to the project root, without .. or patterns');

function isPlainPath(path: string): boolean {
  const isClean = !/[*?\u0000-\u001f]/.test(path);
  return (
    isClean &&
    path
      .replace(/^\//, '')
      .split('/')
      .every((name) => name !== '' && name !== '.' && name !== '..')
  );
}

const schema = z.object({
  command: z.string().min(1).max(10_000).meta(shownOnly('Shell command')),
  cwd: z.string().optional().describe('From the root'),
  timeout: z
    .number()
    .int()
    .min(1)
    .default(DEFAULT_TIMEOUT_MS)
    .describe('Milliseconds, at most 120000; then it continues in the background'),
  tty: z.boolean().optional().meta(shownOnly('For programs that need a terminal')),
  access: z
    .object({ read: z.array(guardedPath).max(20).optional(), write: z.array(guardedPath).max(20).optional() })
    .optional()
    .meta(rarelyGiven('Only for files that a result named')),
  reasoning: z.string().max(4_000).optional().meta(REASONING),
});

export const runCommandTool = defineTool({
  name: TOOL_NAMES.runCommand,
  kind: 'command',
  description:
    'Run a command in your own shell, which keeps directory and environment. A server continues in the background once its port is open.',
  schema,
  mainArguments: ['command', 'cwd', 'access'],
  stub: commandStub,
  print: printCommand,
  async plan({ command, cwd, access }, context) {
    const { workspace } = context;
    if (command.trim() === '') return failure('bad_arguments', 'The command is empty.');
    if (cwd === undefined) {
      // A rule for `npm test` refers to the script it was made for; after a `cd`, the same words run a different one.
      const directory = workspace.agentDirectory === undefined ? toWorkspacePath('') : await workspace.agentDirectory();
      return planFor({ command, access }, directory, context);
    }
    const read = pathArgument(cwd, workspace.projectRoot());
    if (!read.ok) return read;
    const { path: directory } = read;
    if ((await workspace.kindOf(directory)) !== 'directory') return failure('not_found', `The folder ${cwd} does not exist.`);
    return planFor({ command, access }, directory, context);
  },
  async run({ command, cwd, timeout, tty }, context, intent) {
    const { workspace, signal, onOutput, onInputWanted, touches } = context;
    const read = cwd === undefined ? null : pathArgument(cwd, workspace.projectRoot());
    if (read !== null && !read.ok) return read;
    const timeoutMs = Math.min(timeout, MAX_TIMEOUT_MS);
    const outcome = await workspace.runCommand({
      command,
      timeoutMs,
      ...(tty === true ? { hasTerminal: true } : {}),
      signal,
      onOutput,
      ...(onInputWanted === undefined ? {} : { onInputWanted }),
      ...(read === null ? {} : { cwd: read.path }),
      ...(touches === undefined ? {} : { touches }),
    });
    const shown = shownStreams(outcome);
    const processId = outcome.status === 'running' || outcome.status === 'timed_out' ? outcome.processId : null;
    if (processId !== null) context.background?.set(processId, intent);
    const ran = { intent, timeoutMs, projectRoot: workspace.projectRoot(), ...(processId === null ? {} : { processId }) };
    if (outcome.status === 'completed') context.problems.checked?.(endedChecks(intent, outcome, ran.projectRoot), outcome.output);
    const result = withMove(resultOf(ran, outcome, shown), read === null ? await moveFrom(intent, workspace) : null);
    return withKept(result, await keepOutput(shown.whole, context));
  },
});

type Access = z.infer<typeof schema>['access'];

async function planFor(
  { command, access }: { command: string; access: Access },
  directory: WorkspacePath | null,
  context: ToolContext,
): Promise<{ ok: true; intent: CommandIntent } | ToolFailure> {
  const { workspace, session, contentBefore } = context;
  const made = session?.made ?? new Map<string, unknown>();
  const scripts = await scriptsOfCommand(command, directory, workspace, { made, contentBefore });
  const lines = [...(directory === null ? [] : [{ command, folder: directory }]), ...scripts.flatMap((script) => script.lines ?? [])];
  const programs = await localPrograms(lines, workspace);
  const base = { kind: 'command' as const, command, cwd: directory, script: joinScripts(scripts), scripts, isOutside: directory === null };
  const hasFileWall = (await workspace.hasFileWall?.()) === true;
  const guarded = { ...(hasFileWall ? { hasFileWall } : {}), ...(access === undefined ? {} : { access: withoutUndefined(access) }) };
  const instead = directory === null ? [] : await programsInstead({ command, folder: directory }, workspace);
  const found = { ...(programs.length === 0 ? {} : { programs }), ...(instead.length === 0 ? {} : { instead }) };
  const withPrograms = { ...base, ...guarded, ...found };
  if (made.size === 0) return { ok: true, intent: withPrograms };
  // A program of a workspace package is a file of the project.
  const files = programs.flatMap(({ file }) => (/(?:^|\/)node_modules\//.test(file) ? [] : [{ command: `node '${file}'`, folder: '' }]));
  const loads = await loadsOf([...(directory === null ? [{ command, folder: null }] : []), ...lines, ...files], workspace);
  const own = await ownPrograms(workspace, !made.has('package.json'));
  return { ok: true, intent: { ...withPrograms, loads, ownPrograms: own } };
}

function withoutUndefined({ read, write }: NonNullable<Access>): { read?: string[]; write?: string[] } {
  return { ...(read === undefined ? {} : { read }), ...(write === undefined ? {} : { write }) };
}

interface RanCommand {
  intent: CommandIntent;
  timeoutMs: number;
  projectRoot: string;
  processId?: string;
}

function resultOf(ran: RanCommand, outcome: CommandOutcome, shown: ShownStreams): ToolResult {
  const { command } = ran.intent;
  const { output } = shown;
  const streams = streamFields(shown);
  const refused = refusedResult(outcome.refused);
  switch (outcome.status) {
    case 'completed':
      return {
        ok: true,
        output: { status: 'completed', command, exitCode: outcome.exitCode, output, ...streams, ...refused },
        effects: [ranEffect(ran, { ...outcome, output }, shown)],
      };
    case 'running':
      return {
        ok: true,
        output: { ...runningResult(command, outcome), output, ...streams, note: noteOf(command, outcome), ...refused },
        effects: [ranEffect(ran, { status: 'running', exitCode: null, output }, shown)],
      };
    case 'timed_out':
      return {
        ok: true,
        output: {
          status: 'timed_out',
          timedOut: true,
          command,
          processId: outcome.processId,
          output,
          ...streams,
          ...refused,
          note: `It had not ended after ${ran.timeoutMs} ms and continues in the background. Do not start it again; ${LOOK}${
            outcome.isReading === true
              ? ' It reads its standard input, and shows no prompt: action "input" answers it; a command that needs no input is run with < /dev/null.'
              : ''
          }`,
        },
        effects: [ranEffect(ran, { status: 'timed_out', exitCode: null, output }, shown)],
      };
    case 'cancelled':
      return failure('failed', `The command was stopped. Output so far:\n${output}`);
  }
}

/** Returns null if the shell is in the same folder as when the command began. */
async function moveFrom({ cwd }: CommandIntent, workspace: Workspace): Promise<ToolEffect | null> {
  const folder = await workspace.agentDirectory?.();
  return folder === undefined || folder === cwd ? null : { type: 'shell-moved', folder };
}

function withMove(result: ToolResult, move: ToolEffect | null): ToolResult {
  return move === null || !result.ok ? result : { ...result, effects: [...result.effects, move] };
}

/** Returns the result with the path of the whole output if only a part is shown. */
function withKept(result: ToolResult, kept: KeptOutput | null): ToolResult {
  if (kept === null || !result.ok) return result;
  const output = { ...Object.fromEntries(fieldsOf(result.output)), whole: kept.note };
  return { ...result, output, effects: [...result.effects, kept.effect] };
}

type RunningOutcome = Extract<CommandOutcome, { status: 'running' }>;

const LOOK = 'devonz_process shows what it prints (action "logs") and ends it ("ctrl_c").';

function runningResult(command: string, { processId, ports, waitsFor }: RunningOutcome) {
  return {
    status: 'running' as const,
    command,
    processId,
    ports: ports.map(({ port, url }) => ({ port, url })),
    ...(waitsFor === undefined ? {} : { waitingForInput: { prompt: waitsFor.prompt } }),
  };
}

function noteOf(command: string, { processId, waitsFor, hasJobs }: RunningOutcome): string {
  if (waitsFor !== undefined) {
    return `It waits for input, and the user has not answered. Answer with devonz_process {"action":"input","processId":"${processId}","text":…}, or end it with action "ctrl_c" and run it again ${avoidInput(command, waitsFor.prompt)}.`;
  }
  if (hasJobs === true) return `The command itself has ended; what it started with & continues in the background. ${LOOK}`;
  return `It continues in the background. Do not start it again; ${LOOK}`;
}
