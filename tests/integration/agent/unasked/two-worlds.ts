import type { ConversationState } from '../../../../app/lib/agent/contract/conversation-state.ts';
import type { AgentPorts, StepRequest, StepTransport } from '../../../../app/lib/agent/contract/ports.ts';
import type { ToolRegistry } from '../../../../app/lib/agent/contract/tool-definition.ts';
import type { FileVersions, PastContent } from '../../../../app/lib/agent/contract/tool-ports.ts';
import { createAgentSession } from '../../../../app/lib/agent/session/create-agent-session.ts';
import { call, type ScriptedStep, say } from '../../../../app/lib/agent/testing/scripted-transport.ts';
import { TEST_CHAT, testPorts } from '../../../../app/lib/agent/testing/test-session.ts';
import { createPromptContext } from '../../../../app/lib/chat/prompt-context.ts';
import type { AppSettings, Routine } from '../../../../app/lib/protocol/settings.ts';
import type { ApprovalAnswer } from '../../../../app/lib/protocol/tool-call.ts';
import { MemoryWorkspace } from '../../../../app/lib/runtime/memory/memory-workspace.ts';
import { toWorkspacePath } from '../../../../app/lib/runtime/to-workspace-path.ts';
import type { CommandOutcome, CommandRequest, SearchFindings, SearchRequest } from '../../../../app/lib/runtime/types.ts';
import { SearchIndex } from '../../../../app/lib/search/search-index.ts';
import type { ArbitraryCall } from './arbitrary-calls.ts';

/** Everything that determines a run, apart from the content of the secret file. */
export interface Circumstances {
  settings: Pick<AppSettings, 'agent' | 'rules' | 'askBeforeOwnCode' | 'askAfterOutsideRead'>;
  mode: 'agent' | 'plan';
  /** The calls are those of a sub-agent; `scope` is what it may write. */
  delegate: { scope: readonly string[] } | null;
  lockedPaths: readonly string[];
  /** A page was read before. */
  isTainted: boolean;
  hasHooks: boolean;
  hasFileWall: boolean;
  hasSearch: boolean;
  links: Readonly<Record<string, string>>;
  files: Readonly<Record<string, string>>;
  /** One entry per step. */
  steps: readonly (readonly ArbitraryCall[])[];
}

/** The model's requests in order, and the number of questions to the user. */
export interface Told {
  requests: readonly StepRequest[];
  questions: number;
}

const ROUTINE: Routine = { name: 'test', description: 'All tests', command: 'npm test' };
const MOST_MESSAGES = 8;
const MOST_QUESTIONS = 400;
const SUB_TASK = 'Look into it';

class World extends MemoryWorkspace {
  readonly #isSearching: boolean;
  readonly #hasWall: boolean;

  constructor(files: Readonly<Record<string, string | Uint8Array>>, { hasSearch, hasFileWall }: Circumstances) {
    super(files);
    this.#isSearching = hasSearch;
    this.#hasWall = hasFileWall;
  }

  /** The host, not this test, restricts what programs may read. */
  override async runCommand({ command }: CommandRequest): Promise<CommandOutcome> {
    return { status: 'completed', exitCode: 0, output: `ran ${command}` };
  }

  async hasFileWall(): Promise<boolean> {
    return this.#hasWall;
  }

  async search(request: SearchRequest): Promise<SearchFindings | null> {
    if (!this.#isSearching) return null;
    const index = new SearchIndex();
    const links = this.links();
    for (const path of this.paths()) {
      const place = toWorkspacePath(path);
      if (place !== null && links[path] === undefined) index.put(path, await this.readFile(place));
    }
    return index.search(request);
  }
}

/** A model that makes these steps in one conversation, its own or a sub-agent's; every other conversation ends immediately. */
class SteppingTransport implements StepTransport {
  readonly requests: StepRequest[] = [];
  readonly #steps: readonly (readonly ArbitraryCall[])[];
  readonly #delegate: Circumstances['delegate'];
  readonly #isTainted: boolean;
  #next = 0;
  #hasBegun = false;

  constructor({ steps, delegate, isTainted }: Circumstances) {
    this.#steps = steps;
    this.#delegate = delegate;
    this.#isTainted = isTainted;
  }

  get isDone(): boolean {
    return this.#next >= this.#steps.length;
  }

  async open(request: StepRequest, _signal: AbortSignal): Promise<ReadableStream<Uint8Array>> {
    this.requests.push(structuredClone(request));
    return streamOf(this.#answer(request));
  }

  #answer(request: StepRequest): ScriptedStep {
    const first = request.messages[0]?.parts[0];
    const isSub = first?.type === 'text' && first.text === SUB_TASK;
    const isMain = first?.type === 'text' && first.text.startsWith('go');
    if (isMain && !this.#hasBegun) {
      this.#hasBegun = true;
      const page = { toolName: 'devonz_fetch_url', input: { url: 'https://docs.example.org/' } };
      const sub = { toolName: 'devonz_delegate', input: { task: SUB_TASK, ...this.#delegate, scope: [...(this.#delegate?.scope ?? [])] } };
      const begun = [...(this.#isTainted ? [page] : []), ...(this.#delegate === null ? [] : [sub])];
      if (begun.length > 0) return withIds(begun, 'begin');
    }
    if (this.#delegate === null ? !isMain : !isSub) return say('That is all.');
    const step = this.#steps[this.#next];
    if (step === undefined) return say('Done.');
    this.#next++;
    return withIds(step, `step-${this.#next}`);
  }
}

function withIds(calls: readonly ArbitraryCall[], prefix: string): ScriptedStep {
  return call(...calls.map((one, index) => ({ ...one, toolCallId: `${prefix}-${index}` })));
}

function streamOf(step: ScriptedStep): ReadableStream<Uint8Array> {
  const parts = [
    { type: 'start' },
    { type: 'start-step' },
    ...step.parts,
    { type: 'finish-step' },
    { type: 'finish', finishReason: step.finishReason ?? 'stop', messageMetadata: { usage: { inputTokens: 10, outputTokens: 5 } } },
  ];
  const text = parts.map((part) => `data: ${JSON.stringify(part)}\n\n`).join('');
  return new ReadableStream({
    start(controller) {
      controller.enqueue(new TextEncoder().encode(text));
      controller.close();
    },
  });
}

/** The file history contains every file once, with its current content. */
function versionsOf(workspace: MemoryWorkspace): FileVersions {
  const content = async (path: string): Promise<PastContent> => {
    const place = toWorkspacePath(path);
    const bytes = place === null ? null : await workspace.readFile(place).catch(() => null);
    return bytes === null ? { kind: 'absent' } : { kind: 'file', bytes };
  };
  return {
    places: async () => [{ step: 1, ref: 'task 1', kind: 'task', at: 1, what: 'the beginning', label: 'start', files: workspace.paths() }],
    readBefore: (path) => content(path),
    changedSince: async () =>
      Promise.all(workspace.paths().map(async (path) => ({ path, before: await content(path), by: ['agent' as const] }))),
    async list(path) {
      const found = await content(path);
      return found.kind === 'file' ? [{ version: 1, at: 1, by: 'user', size: found.bytes.length, task: null, step: null }] : [];
    },
    read: (path) => content(path),
  };
}

async function portsOf(workspace: World, transport: StepTransport, given: Circumstances): Promise<AgentPorts> {
  const { ports, settings } = testPorts({ transport, workspace, problems: [{ source: 'build', message: 'It does not build.', count: 1 }] });
  settings.value = { ...settings.value, ...given.settings };
  const before = new Map<string, string | null>();
  for (const path of workspace.paths()) before.set(path, workspace.text(path));
  return {
    ...ports,
    settings,
    projectFiles: { isIgnored: () => false, contentBefore: async (path) => before.get(path) ?? null },
    tools: {
      outside: { read: async (url) => ({ ok: true, url, text: 'A page.', isCut: false }) },
      webSearch: { isAvailable: () => true, search: async () => ({ ok: true, text: 'Found.', sources: [] }) },
      routines: () => [ROUTINE],
      help: { list: () => ['index.md'], read: async () => 'Help.' },
      preview: {
        ports: () => [5173],
        look: async () => ({ ok: true, look: { title: 'x', place: '/', isLoaded: true, width: 1, height: 1, lines: [], isCut: false } }),
      },
      versions: versionsOf(workspace),
    },
    ...(given.hasHooks
      ? { hooks: async () => [{ when: 'after-change' as const, command: 'npm test', timeoutMs: 1_000, matches: null }] }
      : {}),
  };
}

/** Runs all steps, giving every question the same answer. */
export async function toldBy(
  secret: { path: string; content: string | Uint8Array | null },
  given: Circumstances,
  tools: ToolRegistry,
  answer: ApprovalAnswer = { decision: 'deny' },
): Promise<Told> {
  const files = secret.content === null ? given.files : { ...given.files, [secret.path]: secret.content };
  const workspace = new World(files, given);
  for (const [path, linkTo] of Object.entries(given.links)) {
    const place = toWorkspacePath(path);
    if (place !== null) await workspace.makeLink(place, linkTo);
  }
  const transport = new SteppingTransport(given);
  const ports = await portsOf(workspace, transport, given);
  const promptContext = createPromptContext(
    workspace,
    () => 'engine',
    () => [],
  );
  const session = createAgentSession({ chatId: TEST_CHAT, ports, tools, modelId: () => 'demo:scripted', promptContext });
  for (const path of given.lockedPaths) await session.setLock(path, true);
  // A denied call keeps its answer pending until those before it are answered: one question, seen twice.
  const questions = new Set<string>();
  let rounds = 0;
  for (let message = 0; message < MOST_MESSAGES && !transport.isDone; message++) {
    await session.send(`go ${message}`, given.mode);
    await session.settled();
    for (let asked = waitingIn(session.state()); asked.length > 0; asked = waitingIn(session.state())) {
      for (const approvalId of asked) await session.answerApproval(approvalId, answer);
      for (const approvalId of asked) questions.add(approvalId);
      if (++rounds > MOST_QUESTIONS) throw new Error('It asks without end.');
      await session.settled();
    }
    await session.stop();
  }
  return { requests: transport.requests, questions: questions.size };
}

function waitingIn(state: ConversationState) {
  const states = [state, ...state.delegates.values()];
  return states.flatMap(({ toolCalls }) =>
    [...toolCalls.values()].flatMap((one) => (one.status === 'awaiting_approval' ? [one.approval.approvalId] : [])),
  );
}
