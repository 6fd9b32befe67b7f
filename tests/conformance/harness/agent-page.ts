import { WebContainer } from '@webcontainer/api';
import { call, ScriptedTransport, say } from '../../../app/lib/agent/testing/scripted-transport.ts';
import { testSession } from '../../../app/lib/agent/testing/test-session.ts';
import type { FileTouches } from '../../../app/lib/protocol/tool-call.ts';
import type { AgentProcess, CommandOutcome, InputWanted } from '../../../app/lib/runtime/types.ts';
import { type BootedRuntime, bootWebContainer } from '../../../app/lib/runtime/webcontainer.ts';
import { createCodeSearch } from '../../../app/lib/search/code-search.ts';
import { TOOL_REGISTRY } from '../../../app/lib/tools/index.ts';

/** The globals for tests of the agent's runtime: the app's own code on the genuine client. */
export interface AgentPageGlobals {
  /** Returns the page's only runtime, booted on first use. */
  agentRuntime(): Promise<BootedRuntime>;
  /** Runs a command in the agent's shell and returns its result. */
  agentRun(command: string, options?: AgentRunOptions): Promise<AgentRun>;
  /**
   * Runs a session on this runtime with a scripted model: the model runs the command, is stopped once it prints `go`, and then receives a
   * message.
   */
  agentSessionStop(command: string): Promise<AgentSessionStop>;
}

export interface AgentSessionStop {
  /** Until the session is idle and all calls have a result. */
  stopMilliseconds: number;
  statusAfterStop: string;
  callStatus: string;
  /** Returns the process list of the next run, in which the model runs `ps`. */
  statusAtEnd: string;
  processes: string;
}

export interface AgentRunOptions {
  /** The guarded files it may access; all by default. */
  touches?: FileTouches;
  timeoutMs?: number;
  /** Its programs see a terminal. */
  hasTerminal?: true;
  /** Stops it this many milliseconds after it has printed this text. */
  stopAfter?: { text: string; milliseconds: number };
  /** Typed when the command is detected to wait for input. */
  answers?: string[];
}

export interface AgentRun {
  outcome: CommandOutcome;
  /** The detected waits for input. */
  wanted: InputWanted[];
  milliseconds: number;
  /** Milliseconds from the stop to the result; `null` if it was not stopped. */
  stopMilliseconds: number | null;
  background: readonly AgentProcess[];
}

let booted: Promise<BootedRuntime> | null = null;

function agentRuntime(): Promise<BootedRuntime> {
  const origin = Reflect.get(globalThis, 'WEBCONTAINER_API_IFRAME_URL');
  booted ??= bootWebContainer({
    previewProject: 'agentpage',
    resolvedHost: typeof origin === 'string' ? { host: 'engine', origin } : { host: 'stackblitz' },
    client: { load: async () => ({ WebContainer, address: import.meta.url }), renew: () => undefined, frame: () => null },
    timeoutMs: 60_000,
    nextId: () => crypto.randomUUID(),
    now: () => Date.now(),
    shellFolder: () => null,
    createSearch: (files) => createCodeSearch({ files, createWorker: () => new Worker('/search-worker.js', { type: 'module' }) }),
  });
  return booted;
}

async function agentRun(command: string, options: AgentRunOptions = {}): Promise<AgentRun> {
  const { runtime } = await agentRuntime();
  const { timeoutMs = 30_000, stopAfter } = options;
  const answers = [...(options.answers ?? [])];
  const wanted: InputWanted[] = [];
  const stop = new AbortController();
  let stoppedAt: number | null = null;
  let shown = '';
  const startedAt = performance.now();
  const outcome = await runtime.runCommand({
    command,
    timeoutMs,
    ...(options.hasTerminal === undefined ? {} : { hasTerminal: options.hasTerminal }),
    ...(options.touches === undefined ? {} : { touches: options.touches }),
    signal: stop.signal,
    onOutput(chunk) {
      shown += chunk;
      if (stopAfter === undefined || stoppedAt !== null || !shown.includes(stopAfter.text)) return;
      stoppedAt = performance.now() + stopAfter.milliseconds;
      setTimeout(() => {
        stoppedAt = performance.now();
        stop.abort();
      }, stopAfter.milliseconds);
    },
    onInputWanted(now) {
      if (now === null) return;
      wanted.push(now);
      const answer = answers.shift();
      if (answer !== undefined) void runtime.processes.write(now.processId, answer);
    },
  });
  const endedAt = performance.now();
  return {
    outcome,
    wanted,
    milliseconds: endedAt - startedAt,
    stopMilliseconds: stoppedAt === null ? null : endedAt - stoppedAt,
    background: await runtime.processes.list(),
  };
}

async function agentSessionStop(command: string): Promise<AgentSessionStop> {
  const { runtime } = await agentRuntime();
  const run = (text: string, toolCallId: string) => call({ toolName: 'devonz_run_command', input: { command: text }, toolCallId });
  const transport = new ScriptedTransport(run(command, 'first'), run('ps', 'second'), say('Here.'));
  const { session, onlyWaiting, waiting } = testSession({ transport, workspace: runtime, tools: TOOL_REGISTRY });
  const approve = async () =>
    void (waiting().length > 0 && (await session.answerApproval(onlyWaiting().approvalId, { decision: 'approve' })));
  const hasBegun = new Promise<void>((resolve) => {
    session.subscribe((event) => event.type === 'output' && event.chunk.includes('go') && resolve());
  });
  await session.send('go', 'agent');
  await session.settled();
  await approve();
  await hasBegun;
  const startedAt = performance.now();
  await session.stop();
  const stopMilliseconds = performance.now() - startedAt;
  const statusAfterStop = session.state().status;
  await session.send('and now?', 'agent');
  await session.settled();
  await approve();
  await session.settled();
  const second = session.state().toolCalls.get('second');
  return {
    stopMilliseconds,
    statusAfterStop,
    callStatus: session.state().toolCalls.get('first')?.status ?? 'missing',
    statusAtEnd: session.state().status,
    processes: second?.status === 'success' ? JSON.stringify(second.output) : '',
  };
}

const globals: AgentPageGlobals = { agentRuntime, agentRun, agentSessionStop };
Object.assign(globalThis, globals);
