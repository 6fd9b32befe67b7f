import type { PreviewMessage, WebContainer } from '@webcontainer/api';
import type { AgentShell } from './agent-shell.ts';
import { createAgentShell } from './agent-shell.ts';
import { createFileAccess } from './file-access.ts';
import type { ResolvedHost } from './hosts.ts';
import { toWorkspacePath } from './to-workspace-path.ts';
import type { Runtime, RuntimeEvent, RuntimeProcess, SpawnRequest, WorkspacePath } from './types.ts';

export interface BootRequest {
  resolvedHost: ResolvedHost;
  /** Milliseconds; `WebContainer.boot` itself waits for ever. */
  timeoutMs: number;
  nextId(): string;
  now(): number;
}

/** A runtime with what the composition root needs beside it. */
export interface BootedRuntime {
  runtime: Runtime;
  shell: AgentShell;
}

/** Name of the project's folder under `/home`. */
const WORKDIR_NAME = 'project';

/**
 * Boots the genuine client against a host. The client reads the host's address from `WEBCONTAINER_API_IFRAME_URL` when its
 * module is evaluated or boots first, therefore it is set before the client is loaded. One boot a page: see `teardown`.
 */
export async function bootWebContainer(request: BootRequest): Promise<BootedRuntime> {
  if (request.resolvedHost.host === 'engine') {
    Object.assign(globalThis, { WEBCONTAINER_API_IFRAME_URL: request.resolvedHost.origin });
  } else {
    Reflect.deleteProperty(globalThis, 'WEBCONTAINER_API_IFRAME_URL');
  }
  const { WebContainer: client } = await import('@webcontainer/api');
  const container = await withTimeout(
    client.boot({ coep: 'require-corp', workdirName: WORKDIR_NAME, forwardPreviewErrors: true }),
    request.timeoutMs,
    `The runtime did not answer within ${request.timeoutMs / 1000} s. Reload the page, or choose another runtime in Settings → Runtime.`,
  );
  return createRuntime(container, request);
}

function withTimeout<T>(work: Promise<T>, milliseconds: number, message: string): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(message)), milliseconds);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

function createRuntime(container: WebContainer, request: BootRequest): BootedRuntime {
  const root = container.workdir;
  const onEvent = createEventSource(container);
  const spawn = (spawnRequest: SpawnRequest) => spawnProcess(container, spawnRequest);
  const shell = createAgentShell({ spawn, onEvent, root, nextId: request.nextId, now: request.now });
  const runtime: Runtime = {
    ...createFileAccess(container),
    host: request.resolvedHost.host,
    root,
    runCommand: (command) => shell.run(command),
    agentDirectory: async () => inProject(shell.directory(), root),
    spawn,
    onEvent,
    stopProcess: (processId) => shell.stopProcess(processId),
    mount: (files) => mountFiles(container, files),
    teardown: async () => container.teardown(),
  };
  return { runtime, shell };
}

function inProject(directory: string, root: string): WorkspacePath | null {
  return directory === root || directory.startsWith(`${root}/`) ? toWorkspacePath(directory, root) : null;
}

async function spawnProcess(container: WebContainer, request: SpawnRequest): Promise<RuntimeProcess> {
  const process = await container.spawn(request.command, request.args, {
    ...(request.cwd === undefined ? {} : { cwd: request.cwd }),
    ...(request.env === undefined ? {} : { env: request.env }),
    ...(request.terminal === undefined ? {} : { terminal: { cols: request.terminal.columns, rows: request.terminal.rows } }),
  });
  const writer = process.input.getWriter();
  return {
    exit: process.exit,
    output: process.output,
    write: (data) => writer.write(data),
    resize: ({ columns, rows }) => process.resize({ cols: columns, rows }),
    kill: () => process.kill(),
  };
}

type MountTree = Record<string, { file: { contents: Uint8Array } } | { directory: MountTree }>;

function mountFiles(container: WebContainer, files: Iterable<{ path: WorkspacePath; content: Uint8Array }>): Promise<void> {
  const tree: MountTree = Object.create(null);
  for (const { path, content } of files) {
    const segments = path.split('/');
    const name = segments.pop() ?? '';
    let folder = tree;
    for (const segment of segments) {
      const next = folder[segment];
      if (next && 'directory' in next) {
        folder = next.directory;
      } else {
        const directory: MountTree = Object.create(null);
        folder[segment] = { directory };
        folder = directory;
      }
    }
    folder[name] = { file: { contents: content } };
  }
  return container.mount(tree);
}

function createEventSource(container: WebContainer): Runtime['onEvent'] {
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
  return (listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
}

function toRuntimeEvent(message: PreviewMessage): RuntimeEvent {
  const text =
    'message' in message
      ? message.message
      : message.args.map((value) => (typeof value === 'string' ? value : JSON.stringify(value))).join(' ');
  const stack = message.stack;
  return { type: 'preview-message', port: message.port, level: 'error', message: text, ...(stack === undefined ? {} : { stack }) };
}
