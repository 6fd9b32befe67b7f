import { z } from 'zod';
import { fieldsOf } from '../agent/calls/fields-of.ts';
import type { ToolContext, ToolFailure, ToolPlan, ToolResult } from '../agent/contract/tool-definition.ts';
import { commandStub, defaultStub } from '../agent/history/left-out.ts';
import type { JsonValue } from '../protocol/message.ts';
import { TOOL_NAMES } from '../protocol/tool-names.ts';
import { type AgentProcess, type ProcessControl, WorkspaceError } from '../runtime/types.ts';
import { failureDigest } from './commands/command-output.ts';
import { printProcess } from './commands/print-process.ts';
import { printedSince, waitForProcess } from './commands/wait-for-process.ts';
import { defineTool } from './define-tool.ts';
import { failure } from './failure.ts';
import { RARE_REASONING, shownOnly } from './shown-only.ts';

const DEFAULT_TAIL = 100;
const MAX_TAIL = 2_000;
/** Lines of a process that ends while it is waited for. */
const LAST_LINES = 30;
/** Characters of a log sent to the model, newest first. */
const MAX_CHARACTERS = 20_000;
/** How long to wait for the effect of an action. A program that handles Ctrl-C cleans up first. */
const EFFECT_MS = 2_000;
const LOOK_EVERY_MS = 100;
const DEFAULT_WAIT_MS = 30_000;
const MAX_WAIT_MS = 120_000;
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
  rare: { about: 'background commands', signs: { processes: true } },
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
    const { processes } = context.workspace;
    const found = await target(input, processes);
    if (!found.ok) return found;
    const { process } = found;
    if (input.action === 'wait') return wait(context, process, input);
    if (process === null) return { ok: true, output: listOf(await processes.list()), effects: [] };
    switch (input.action) {
      case 'list':
      case 'logs':
        return { ok: true, output: { ...summaryOf(process), ...(await logOf(processes, process, input.tail)) }, effects: [] };
      case 'input':
        return act(context, process, { done: 'Typed.', work: () => processes.write(process.processId, typed(input.text ?? '')) });
      case 'ctrl_c':
        return act(context, process, { done: 'Ctrl-C was sent.', work: () => processes.interrupt(process.processId) });
      case 'kill':
        return act(context, process, { done: 'It was asked to end.', work: () => processes.kill(process.processId) });
    }
  },
});

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

function summaryOf({ processId, command, exitCode, ports, waitsFor }: AgentProcess) {
  return {
    processId,
    command,
    status: exitCode === null ? 'running' : 'ended',
    ...(exitCode === null ? {} : { exitCode }),
    ...(ports.length === 0 ? {} : { ports: ports.map(({ port, url }) => ({ port, url })) }),
    ...(waitsFor === null ? {} : { waitingForInput: { prompt: waitsFor.prompt } }),
  };
}

function listOf(list: readonly AgentProcess[]): JsonValue {
  return {
    processes: list.map(summaryOf),
    ...(list.length === 0 ? { note: 'Nothing of yours runs in the background.' } : {}),
  };
}

/** A terminal sends a carriage return for Enter. */
function typed(text: string): string {
  const keys = text.replace(/\r?\n/g, '\r');
  return keys.endsWith('\r') ? keys : `${keys}\r`;
}

interface ShownLog {
  /** A digest of the failures of a run that has ended, if the lines do not contain them all. */
  failures?: string;
  log: string;
  shown: string;
  note?: string;
}

/** Returns the last lines, with the exact range shown and how to get more. */
async function logOf(processes: ProcessControl, { processId, exitCode }: AgentProcess, tail: number): Promise<ShownLog> {
  const { text, dropped, droppedLines } = await processes.log(processId);
  const lines = text.split('\n');
  if (lines.at(-1) === '') lines.pop();
  const total = droppedLines + lines.length;
  let wanted = lines.slice(-tail);
  let length = wanted.reduce((sum, line) => sum + line.length + 1, 0);
  while (length > MAX_CHARACTERS && wanted.length > 1) {
    length -= (wanted[0]?.length ?? 0) + 1;
    wanted = wanted.slice(1);
  }
  // Shortens a single line that is still too long.
  const log = wanted.join('\n').slice(-MAX_CHARACTERS);
  const first = total - wanted.length + 1;
  const notes = [
    ...(length > MAX_CHARACTERS ? [`Of line ${total} only the last ${MAX_CHARACTERS} characters are shown.`] : []),
    ...(first > droppedLines + 1 ? [`A larger tail (at most ${MAX_TAIL}) shows more.`] : []),
    ...(dropped > 0 ? [`The first ${dropped} characters (up to line ${droppedLines + 1}) are no longer kept.`] : []),
  ];
  return {
    ...failuresIn({ text, exitCode }, wanted.length),
    log,
    shown: total === 0 ? 'It has printed nothing.' : `lines ${first} to ${total} of ${total}`,
    ...(notes.length === 0 ? {} : { note: notes.join(' ') }),
  };
}

/** A run that ended in the background fails like one that was awaited: with its failures by name, place and message. */
function failuresIn({ text, exitCode }: { text: string; exitCode: number | null }, shownLines: number): { failures?: string } {
  if (exitCode === null || exitCode === 0) return {};
  const lines = text.split(/\r?\n/);
  if (lines.at(-1) === '') lines.pop();
  const failures = failureDigest(lines, lines.length - shownLines);
  return failures === '' ? {} : { failures };
}

async function wait(context: ToolContext, process: AgentProcess | null, { port, text, timeout }: Input): Promise<ToolResult> {
  const limitMs = Math.min(timeout, MAX_WAIT_MS);
  const waited = await waitForProcess(context, process?.processId ?? null, { port: port ?? null, text: text ?? null, limitMs });
  const printed = waited.printedSince.slice(-MAX_CHARACTERS);
  const summary = waited.process === null ? {} : summaryOf(waited.process);
  if (waited.process !== null && waited.process.exitCode !== null) {
    const { log, shown, failures } = await logOf(context.workspace.processes, waited.process, LAST_LINES);
    return {
      ok: true,
      output: { ...summary, ...(failures === undefined ? {} : { failures }), shown, log, note: waited.note },
      effects: [],
    };
  }
  return { ok: true, output: { ...summary, ...(printed === '' ? {} : { printedSince: printed }), note: waited.note }, effects: [] };
}

/** Performs an action and reports the result: the process has ended, waits for the next input, or continues. */
async function act(
  { workspace, clock, signal }: ToolContext,
  { processId }: AgentProcess,
  { done, work }: { done: string; work: () => Promise<void> },
): Promise<ToolResult> {
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
  const printed = printedSince(logBefore, log).slice(-MAX_CHARACTERS);
  const failures = failuresIn({ ...log, exitCode: now.exitCode }, printed.split('\n').length);
  const next = now.exitCode === null ? 'It continues.' : `It has ended with exit code ${now.exitCode}.`;
  return { ok: true, output: { ...summaryOf(now), ...failures, printedSince: printed, note: `${done} ${next}` }, effects: [] };
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
