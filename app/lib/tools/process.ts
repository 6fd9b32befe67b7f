import { z } from 'zod';
import { fieldsOf } from '../agent/calls/fields-of.ts';
import type { ToolContext, ToolFailure, ToolPlan, ToolResult } from '../agent/contract/tool-definition.ts';
import { commandStub, defaultStub } from '../agent/history/left-out.ts';
import type { JsonValue } from '../protocol/message.ts';
import { TOOL_NAMES } from '../protocol/tool-names.ts';
import { type AgentProcess, type ProcessControl, WorkspaceError } from '../runtime/types.ts';
import { printProcess } from './commands/print-process.ts';
import { MAX_TAIL, shownLog, shownSince } from './commands/process-log.ts';
import { endedEffects } from './commands/ran-effect.ts';
import { secondsText } from './commands/seconds-text.ts';
import { printedSince, waitForProcess } from './commands/wait-for-process.ts';
import { defineTool } from './define-tool.ts';
import { failure } from './failure.ts';
import { RARE_REASONING, shownOnly } from './shown-only.ts';

const DEFAULT_TAIL = 100;
/** Lines of a process that ends while it is waited for. */
const LAST_LINES = 30;
/** How long to wait for the effect of an action. A program that handles Ctrl-C cleans up first. */
const EFFECT_MS = 2_000;
const LOOK_EVERY_MS = 100;
const DEFAULT_WAIT_MS = 30_000;
const MAX_WAIT_MS = 120_000;
/** A process that is younger may be a server that is starting. */
const STARTING_MS = 120_000;
/** The process has settled if it has printed something and then nothing for this long. */
const SETTLED_MS = 400;

const schema = z.object({
  action: z.enum(['list', 'logs', 'wait', 'input', 'ctrl_c', 'kill']).meta(shownOnly('All but list, and wait for a port, need processId')),
  processId: z.string().max(100).optional().meta(shownOnly('As a result named it')),
  text: z.string().max(10_000).optional().describe('Typed, then Enter; or what wait waits for'),
  port: z.number().int().min(1).max(65_535).optional().meta(shownOnly('For wait: to be opened')),
  timeout: z.number().int().min(1).default(DEFAULT_WAIT_MS).meta(shownOnly('For wait: milliseconds, at most 120000')),
  tail: z.number().int().min(1).max(MAX_TAIL).default(DEFAULT_TAIL).meta(shownOnly('For logs: last lines, at most 2000')),
  reasoning: z.string().max(4_000).optional().meta(RARE_REASONING),
});

type Input = z.output<typeof schema>;

export const processTool = defineTool({
  name: TOOL_NAMES.process,
  kind: 'command',
  description: 'Your background commands: list, read logs, wait for a port, text or end, type, interrupt, kill.',
  schema,
  mainArguments: ['text'],
  print: printProcess,
  // A list of processes has no command and gets the default stub.
  stub: (output) => (fieldsOf(output).has('command') ? commandStub(output) : defaultStub(TOOL_NAMES.process, output)),
  async plan(input, { workspace }): Promise<ToolPlan> {
    const found = await target(input, workspace.processes);
    if (!found.ok) return found;
    // It only reads, or ends what the agent itself has started.
    if (input.action !== 'input' || found.process === null) return { ok: true, intent: { kind: 'control' } };
    const { processId, command, waitsFor } = found.process;
    return {
      ok: true,
      intent: {
        kind: 'input',
        processId,
        program: command,
        prompt: waitsFor?.prompt ?? null,
        isHidden: waitsFor?.isHidden === true,
        text: input.text ?? '',
      },
    };
  },
  async run(input, context): Promise<ToolResult> {
    const result = await runAction(input, context);
    if (!result.ok) return result;
    const ended = await endedEffects(await context.workspace.processes.list(), context);
    return { ...result, effects: [...result.effects, ...ended] };
  },
});

async function runAction(input: Input, context: ToolContext): Promise<ToolResult> {
  const { processes } = context.workspace;
  const found = await target(input, processes);
  if (!found.ok) return found;
  const { process } = found;
  if (input.action === 'wait') return wait(context, process, input);
  if (process === null) return { ok: true, output: listOf(await processes.list(), context), effects: [] };
  switch (input.action) {
    case 'list':
    case 'logs': {
      const { exitCode, processId } = process;
      const { fields, effects } = await shownLog({ ...(await processes.log(processId)), exitCode }, input.tail, context);
      return { ok: true, output: { ...summaryOf(process, context), ...fields }, effects };
    }
    case 'input':
      return act(context, process, { done: 'Typed.', work: () => processes.write(process.processId, typed(input.text ?? '')) });
    case 'ctrl_c':
      return act(context, process, { done: 'Ctrl-C was sent.', work: () => processes.interrupt(process.processId) });
    case 'kill':
      return act(context, process, { done: 'It was asked to end.', work: () => processes.kill(process.processId) });
  }
}

type Target = { ok: true; process: AgentProcess | null } | ToolFailure;

/** Returns the process that the call refers to; null for `list`, which covers all, and for waiting until any process opens a port. */
async function target({ action, processId, text, port }: Input, processes: ProcessControl): Promise<Target> {
  if (action === 'list') return { ok: true, process: null };
  if (action === 'wait' && processId === undefined && port !== undefined) return { ok: true, process: null };
  if (processId === undefined)
    return failure('bad_arguments', `processId is missing: "${action}" needs it. ${known(await processes.list())}`);
  if (action === 'input' && text === undefined)
    return failure('bad_arguments', 'text is missing: "input" needs what is to be typed; "" presses Enter.');
  const list = await processes.list();
  const process = list.find((one) => one.processId === processId);
  if (process === undefined)
    return failure('not_found', `There is no process ${JSON.stringify(processId)} of yours in the background. ${known(list)}`);
  if (action !== 'logs' && action !== 'wait' && process.exitCode !== null)
    return failure('failed', `${processId} has ended already, with exit code ${process.exitCode}. Action "logs" shows what it printed.`);
  return { ok: true, process };
}

function known(list: readonly AgentProcess[]): string {
  return list.length === 0
    ? 'There are none.'
    : `There are: ${list.map(({ processId, command }) => `${processId} (${command})`).join(', ')}.`;
}

function summaryOf({ processId, command, exitCode, ports, waitsFor, startedAt }: AgentProcess, { clock }: ToolContext) {
  const age = clock.now() - startedAt;
  const isStarting = exitCode === null && ports.length === 0 && waitsFor === null && age < STARTING_MS;
  return {
    processId,
    command,
    status: exitCode === null ? 'running' : 'ended',
    ...(exitCode === null ? {} : { exitCode }),
    ...(isStarting ? { startedSince: secondsText(age) } : {}),
    ...(ports.length === 0 ? {} : { ports: ports.map(({ port, url }) => ({ port, url })) }),
    ...(waitsFor === null ? {} : { waitingForInput: { prompt: waitsFor.prompt } }),
  };
}

function listOf(list: readonly AgentProcess[], context: ToolContext): JsonValue {
  const own = list.flatMap(({ ports, exitCode }) => (exitCode === null ? ports.map(({ port }) => port) : []));
  const others = (context.preview?.ports() ?? []).filter((port) => !own.includes(port));
  const notes = [
    ...(list.length === 0 ? ['Nothing of yours runs in the background.'] : []),
    ...(others.length === 0
      ? []
      : [`Servers that you have not started listen on ${others.map((port) => `localhost:${port}`).join(', ')}.`]),
  ];
  return { processes: list.map((one) => summaryOf(one, context)), ...(notes.length === 0 ? {} : { note: notes.join(' ') }) };
}

/** A terminal sends a carriage return for Enter. */
function typed(text: string): string {
  const keys = text.replace(/\r?\n/g, '\r');
  return keys.endsWith('\r') ? keys : `${keys}\r`;
}

async function wait(context: ToolContext, process: AgentProcess | null, { port, text, timeout }: Input): Promise<ToolResult> {
  const limitMs = Math.min(timeout, MAX_WAIT_MS);
  const waited = await waitForProcess(context, process?.processId ?? null, { port: port ?? null, text: text ?? null, limitMs });
  if (waited.process === null) return { ok: true, output: { note: waited.note }, effects: [] };
  const { exitCode, processId } = waited.process;
  const summary = summaryOf(waited.process, context);
  const log = { ...(await context.workspace.processes.log(processId)), exitCode };
  if (exitCode !== null) {
    const { fields, effects } = await shownLog(log, LAST_LINES, context);
    const note = [waited.note, ...(effects.length === 0 ? [] : [fields.note ?? ''])].join(' ');
    const { log: lines, shown, failures } = fields;
    return { ok: true, output: { ...summary, ...(failures === undefined ? {} : { failures }), shown, log: lines, note }, effects };
  }
  const { fields, effects } = await shownSince(waited.printedSince, log, context);
  const { cut, printedSince: since } = fields;
  const note = [waited.note, ...(cut === null ? [] : [cut])].join(' ');
  return { ok: true, output: { ...summary, ...(since === '' ? {} : { printedSince: since }), note }, effects };
}

/** Performs an action and reports the result: the process has ended, waits for the next input, or continues. */
async function act(
  context: ToolContext,
  { processId }: AgentProcess,
  { done, work }: { done: string; work: () => Promise<void> },
): Promise<ToolResult> {
  const { workspace, clock, signal } = context;
  const { processes } = workspace;
  const logBefore = await processes.log(processId);
  const before = logBefore.dropped + logBefore.text.length;
  await work();
  let now = await find(processes, processId);
  let position = before;
  for (
    let quiet = 0, waited = 0;
    waited < EFFECT_MS && quiet < SETTLED_MS && !signal.aborted && now.exitCode === null;
    waited += LOOK_EVERY_MS
  ) {
    await clock.sleep(LOOK_EVERY_MS, signal);
    const next = await positionOf(processes, processId);
    quiet = next === position && next > before ? quiet + LOOK_EVERY_MS : 0;
    position = next;
    now = await find(processes, processId);
  }
  const log = await processes.log(processId);
  const shown = await shownSince(printedSince(logBefore, log), { ...log, exitCode: now.exitCode }, context);
  const { cut, ...fields } = shown.fields;
  const next = now.exitCode === null ? 'It continues.' : `It has ended with exit code ${now.exitCode}.`;
  const note = [done, next, ...(cut === null ? [] : [cut])].join(' ');
  return { ok: true, output: { ...summaryOf(now, context), ...fields, note }, effects: shown.effects };
}

/** Returns the number of characters printed so far. */
async function positionOf(processes: ProcessControl, processId: string): Promise<number> {
  const { text, dropped } = await processes.log(processId);
  return dropped + text.length;
}

async function find(processes: ProcessControl, processId: string): Promise<AgentProcess> {
  const found = (await processes.list()).find((one) => one.processId === processId);
  if (found === undefined) throw new WorkspaceError('ENOENT', `The process ${processId} is gone.`);
  return found;
}
