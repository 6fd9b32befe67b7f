import type { PreviewMessage, WebContainer } from '@webcontainer/api';
import { engineWorkdirName } from 'devonz-engine-protocol/engine-workdir-name';
import { FRAME_POLICY } from 'devonz-engine-protocol/frame-policy';
import { OUTSIDE_REQUEST_EVENT, type OutsideRequest } from 'devonz-engine-protocol/outside-request';
import { PAGE_ACTIVITY_EVENT } from 'devonz-engine-protocol/page-activity';
import { t } from '../i18n/t.ts';
import { cutOffMessage } from '../protocol/machines/ended-with-connection.ts';
import { pageActivitySchema } from '../protocol/page-activity.ts';
import { failedRequestText } from './failed-request-text.ts';
import { createFileAccess, type FileAccess } from './file-access.ts';
import type { HostClient } from './host-client.ts';
import type { ResolvedHost } from './hosts.ts';
import { followConnection } from './machine/follow-connection.ts';
import { assertFolder, hostFacts, machineOf } from './machine/host-facts.ts';
import { withoutPrivate } from './machine/without-private.ts';
import { mountFiles } from './mount-files.ts';
import type { CodeSearch, SearchedFiles } from './project-search.ts';
import { createRuntimeLife } from './runtime-life.ts';
import { watchRuntime } from './runtime-watch.ts';
import type { AgentShell } from './shell/agent-shell.ts';
import { createAgentShell } from './shell/agent-shell.ts';
import { shellHostOf } from './shell/shell-host.ts';
import { toWorkspacePath } from './to-workspace-path.ts';
import type { Runtime, RuntimeEvent, RuntimeProcess, SpawnRequest, Workspace, WorkspacePath } from './types.ts';
import { withoutLastingListeners } from './without-lasting-listeners.ts';
import { wrapWorkspace } from './wrap-workspace.ts';

export interface BootRequest {
  resolvedHost: ResolvedHost;
  client: HostClient;
  /** The project's part of its preview origins (protocol/hosts.ts). */
  previewProject: string;
  /** Time limit in milliseconds; `WebContainer.boot` itself waits forever. */
  timeoutMs: number;
  nextId(): string;
  now(): number;
  /** The folder of the project in which the agent's shell was left before this boot; null for the root. */
  shellFolder(): WorkspacePath | null;
  /** Creates the search through the project's text; null if there is none. */
  createSearch: ((files: SearchedFiles) => CodeSearch) | null;
}

/** A booted runtime with the extras for the composition root. */
export interface BootedRuntime {
  runtime: Runtime;
  shell: AgentShell;
  /** Is null if the host itself carries out its programs' requests. */
  outside: OutsideRequests | null;
}

/** Requests from programs to other machines, which the browser has not sent. */
export interface OutsideRequests {
  /** The project's part of its preview origins, which identifies whose programs these are. */
  project: string;
  /** The listener answers the requests; without one they fail. Returns the unsubscriber. */
  listen(onRequest: (request: OutsideRequest, port: MessagePort) => void): () => void;
}

/** Name of the project's folder under `/home`. */
const WORKDIR_NAME = 'project';

/** Boots the genuine client with a host. One boot per page: see `teardown`. */
export async function bootWebContainer(request: BootRequest): Promise<BootedRuntime> {
  const { resolvedHost } = request;
  // Both our own pages answer like the engine's.
  const isOurs = resolvedHost.host !== 'stackblitz';
  const { WebContainer: client } = await request.client.load(isOurs ? resolvedHost.origin : null);
  // StackBlitz itself gives each project its own host.
  const workdirName = resolvedHost.host === 'engine' ? engineWorkdirName(WORKDIR_NAME, request.previewProject) : WORKDIR_NAME;
  const boot = () => client.boot({ coep: 'require-corp', workdirName, forwardPreviewErrors: true });
  try {
    const container = await withTimeout(
      // StackBlitz's page sends more messages after its first one.
      isOurs ? withoutLastingListeners(globalThis, boot) : boot(),
      request.timeoutMs,
      `The runtime did not answer within ${request.timeoutMs / 1000} s. Start it again, or choose another runtime in Settings → Runtime.`,
    );
    if (isOurs) confine(request.client.frame());
    if (resolvedHost.host === 'machine') assertFolder(container.workdir, resolvedHost.facts);
    return createRuntime(container, request);
  } catch (error) {
    // Another request to this client would wait for the answer that never came.
    request.client.renew();
    throw error;
  }
}

/**
 * The engine's page is restricted by its headers, but its frame has no attributes from the client: this prevents any later page
 * in the frame from reaching the tab. It takes effect from the next page on, so it is set after the boot and before any program
 * runs.
 */
function confine(frame: HTMLIFrameElement | null): void {
  frame?.setAttribute('sandbox', FRAME_POLICY.engine.sandbox);
}

function withTimeout<T>(work: Promise<T>, milliseconds: number, message: string): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(message)), milliseconds);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

function createRuntime(container: WebContainer, request: BootRequest): BootedRuntime {
  const root = container.workdir;
  const { onEvent, emit } = createEventSource(container);
  const life = createRuntimeLife();
  const exits = new Set<(code: number) => void>();
  const spawn = (spawnRequest: SpawnRequest) => life.during(() => spawnProcess(container, spawnRequest, exits));
  const shell = createAgentShell({
    spawn,
    onEvent,
    root,
    host: shellHostOf(request.resolvedHost),
    startDirectory() {
      const folder = request.shellFolder();
      return folder === null || folder === '' ? null : `${root}/${folder}`;
    },
    nextId: request.nextId,
    now: request.now,
  });
  const { watchFiles, watchSettled, ...files } = filesOf(container, request.resolvedHost);
  const workspace: Workspace = {
    ...files,
    projectRoot: () => root,
    machine: () => machineOf(request.resolvedHost),
    runCommand: shell.run,
    processes: shell.control,
    search: async (wanted) => search?.search(wanted) ?? null,
    findAll: async (wanted) => search?.findAll(wanted) ?? null,
  };
  const watching = { watchFiles, watchSettled: () => life.during(watchSettled) };
  const whileAlive = wrapWorkspace(workspace, (call) => life.during(() => call(workspace)));
  const search: CodeSearch | null = request.createSearch?.({ ...whileAlive, ...watching }) ?? null;
  let isDeaf = false;
  const abandon = (reason: string) => {
    life.end(reason);
    search?.close();
    for (const exit of exits) exit(KILLED);
    exits.clear();
    request.client.renew();
  };
  const end = (reason: string, said: string) => {
    abandon(reason);
    emit({ type: 'ended', reason: said });
  };
  const stopWatching = watch(container, request, {
    onGone: () => end(ENDED, endedText()),
    onSilence(isSilent) {
      isDeaf = isSilent;
      emit({ type: 'silence', isSilent });
    },
  });
  followConnection(container, request.resolvedHost, {
    emit,
    onLost(reason) {
      stopWatching();
      end(cutOffMessage(reason), reason);
    },
  });
  const runtime: Runtime = {
    ...whileAlive,
    ...watching,
    ...hostFacts(request.resolvedHost),
    root,
    // Known without the host, even after its end.
    agentDirectory: async () => inProject(shell.directory(), root),
    hasFileWall: async () => request.resolvedHost.host === 'engine',
    spawn,
    onEvent,
    stopProcess: (processId) => life.during(() => shell.stopProcess(processId)),
    mount: (files) => life.during(() => mountFiles(container, files, request.resolvedHost.host)),
    async teardown() {
      stopWatching();
      if (life.hasEnded()) return;
      search?.close();
      // The client's own teardown would wait for the host's answer.
      if (isDeaf) abandon('The runtime did not answer and was started again.');
      else container.teardown();
    },
  };
  return { runtime, shell, outside: request.resolvedHost.host === 'engine' ? outsideRequests(container, request.previewProject) : null };
}

function filesOf(container: WebContainer, host: ResolvedHost): FileAccess {
  return withoutPrivate(createFileAccess(container, host.host), host);
}

function outsideRequests(container: WebContainer, project: string): OutsideRequests {
  return {
    project,
    // An event of the engine that the client passes on, but that its types do not have.
    listen: (onRequest) => container.on(OUTSIDE_REQUEST_EVENT as 'error', onRequest as unknown as () => void),
  };
}

/** The exit code of a process that was killed: 128 + SIGKILL. */
const KILLED = 137;

/** For the model, as the result of a waiting call. */
const ENDED =
  'The engine has ended: the browser closed its process, most likely because a program used up its memory. Programs and installed packages are gone; files are as last saved.';
/** The same text in the user's language. */
const endedText = () =>
  t(
    'The engine has ended: the browser closed its process, most likely because a program used up its memory. Programs and installed packages are gone; files are as last saved.',
  );

function watch(
  container: WebContainer,
  { resolvedHost, client, now }: BootRequest,
  listeners: { onGone(): void; onSilence(isSilent: boolean): void },
): () => void {
  // The engine's page contains an empty frame: it can be counted from here, across origins, and the browser removes it with the
  // process of that page. There is no event for that.
  const view = resolvedHost.host === 'engine' ? client.frame()?.contentWindow : null;
  const isFrameThere = () => (view?.length ?? 0) > 0;
  // Checked at once: an engine may end before the watch's first second is over.
  let hasBeenSeen = isFrameThere();
  return watchRuntime({
    isGone() {
      const isThere = isFrameThere();
      hasBeenSeen ||= isThere;
      return hasBeenSeen && !isThere;
    },
    // Creates nothing, because the folder exists.
    probe: () => container.fs.mkdir('.', { recursive: true }),
    now,
    schedule(work, milliseconds) {
      const timer = setTimeout(work, milliseconds);
      return () => clearTimeout(timer);
    },
    ...listeners,
  });
}

function inProject(directory: string, root: string): WorkspacePath | null {
  return directory === root || directory.startsWith(`${root}/`) ? toWorkspacePath(directory, root) : null;
}

/** `exits`: called with a code if the host ends before the process. */
async function spawnProcess(container: WebContainer, request: SpawnRequest, exits: Set<(code: number) => void>): Promise<RuntimeProcess> {
  const process = await container.spawn(request.command, request.args, {
    ...(request.cwd === undefined ? {} : { cwd: request.cwd }),
    ...(request.env === undefined ? {} : { env: request.env }),
    ...(request.terminal === undefined ? {} : { terminal: { cols: request.terminal.columns, rows: request.terminal.rows } }),
  });
  const writer = process.input.getWriter();
  const exit = new Promise<number>((resolve) => {
    exits.add(resolve);
    void process.exit.then((code) => {
      exits.delete(resolve);
      resolve(code);
    });
  });
  return {
    exit,
    output: process.output,
    write: (data) => writer.write(data),
    resize: ({ columns, rows }) => process.resize({ cols: columns, rows }),
    kill: () => process.kill(),
  };
}

function createEventSource(container: WebContainer): { onEvent: Runtime['onEvent']; emit(event: RuntimeEvent): void } {
  const listeners = new Set<(event: RuntimeEvent) => void>();
  const emit = (event: RuntimeEvent) => {
    for (const listener of listeners) listener(event);
  };
  container.on('server-ready', (port, url) => emit({ type: 'server-ready', port, url }));
  container.on('port', (port, type) => {
    if (type === 'close') emit({ type: 'port-closed', port });
  });
  container.on('error', ({ message }) => emit({ type: 'error', message }));
  container.on('preview-message', (message) => emit(toRuntimeEvent(message)));
  // As with `outside-request`: an event of the engine.
  container.on(PAGE_ACTIVITY_EVENT as 'error', (activity: unknown) => {
    const event = activityEvent(activity);
    if (event !== null) emit(event);
  });
  const onEvent: Runtime['onEvent'] = (listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  return { onEvent, emit };
}

/** Returns null if it is not a message of our own page. */
function activityEvent(said: unknown): RuntimeEvent | null {
  const activity = pageActivitySchema.safeParse(said).data;
  if (activity === undefined) return null;
  if (activity.type === 'log') return { ...activity, type: 'preview-message' };
  if (activity.type === 'failed-request')
    return { type: 'preview-message', port: activity.port, level: 'network', ...failedRequestText(activity) };
  return { ...activity, type: 'preview-place' };
}

function toRuntimeEvent(message: PreviewMessage): RuntimeEvent {
  const text =
    'message' in message
      ? message.message
      : message.args.map((value) => (typeof value === 'string' ? value : JSON.stringify(value))).join(' ');
  const stack = message.stack;
  return { type: 'preview-message', port: message.port, level: 'error', message: text, ...(stack === undefined ? {} : { stack }) };
}
