import { proxy } from 'comlink';
import type { ExportRequest } from 'devonz-engine-protocol/client-wire/export-format';
import { projectPath } from 'devonz-engine-protocol/client-wire/project-path';
import { MACHINE_CONNECTION_EVENT, type MachineConnection } from 'devonz-engine-protocol/machine/connection';
import { WATCH_LIMIT_EVENT } from '../protocol/large-folders.ts';
import type { PageMessage } from '../protocol/page-messages.ts';
import { type Facts, factsSchema, type ServerMessage } from '../protocol/server-messages.ts';
import { BridgeConnection } from './bridge-connection.ts';
import { ClientEvents } from './client-events.ts';
import { createFileApi } from './file-api.ts';
import { type OutputListener, PageProcesses, type RunRequest } from './page-processes.ts';
import type { OpenPageSocket } from './page-socket.ts';
import { PageWatches } from './page-watches.ts';
import { type ForwardPreviewErrors, previewMessage } from './preview-message.ts';

export interface InstanceOptions {
  openSocket: OpenPageSocket;
  /** The origin of previews, with `*` for the port. */
  previewOrigin: string;
  forwardPreviewErrors: ForwardPreviewErrors;
  later(work: () => void, milliseconds: number): () => void;
  onTeardown(): void;
}

type ScriptOptions = Extract<PageMessage, { type: 'preview-script' }>['options'];

/** Opens a session, and creates the object that the client holds. */
export async function createInstance(options: InstanceOptions): Promise<object> {
  const { previewOrigin, forwardPreviewErrors } = options;
  const events = new ClientEvents();
  const ports = new Set<number>();
  /** Ports that were opened before the client could listen. */
  const earlyPorts = new Set<number>();
  let isBooted = false;
  const urlOf = (port: number): string => previewOrigin.replace('*', String(port));
  const onPort = ({ port, state, process }: Omit<Extract<ServerMessage, { type: 'port' }>, 'type'>): void => {
    if (state === 'open') ports.add(port);
    else ports.delete(port);
    if (state === 'open' && process !== null) processes?.tellPort(process, port);
    if (isBooted) tellPort(port, state);
    else earlyPorts.add(port);
  };
  const tellPort = (port: number, state: 'open' | 'close'): void => {
    events.emit('port', port, state, urlOf(port));
    if (state === 'open') events.emit('server-ready', port, urlOf(port));
  };
  const tellConnection = (change: MachineConnection): void => {
    const lost = change.state === 'back' ? [...change.lost, ...(processes?.takeLost() ?? [])] : [];
    events.emit(MACHINE_CONNECTION_EVENT, change.state === 'back' ? { state: 'back', lost } : change);
    // Every client knows this event.
    if (change.state === 'lost') events.emit('error', { message: change.reason });
  };
  const connection: BridgeConnection = new BridgeConnection({
    openSocket: options.openSocket,
    later: options.later,
    onAway: (reason) => tellConnection({ state: 'away', reason }),
    onBack: () => tellConnection({ state: 'back', lost: [] }),
    onMessage(message, bytes) {
      if (message.type === 'port') onPort(message);
      else if (message.type === 'connection') tellConnection(message.change);
      else if (message.type === 'watch-limit') events.emit(WATCH_LIMIT_EVENT, message.limit);
      else if (message.type === 'changes') void watches.receive(message);
      else if (message.type === 'output' || message.type === 'end') processes?.receive(message, bytes);
      else if (message.type === 'preview-report') {
        const told = previewMessage(message.port, message.report, forwardPreviewErrors);
        if (told !== null) events.emit('preview-message', told);
      }
    },
    onLost(reason, isFinal) {
      processes?.endAll(reason);
      for (const port of [...ports]) onPort({ port, state: 'close', process: null });
      tellConnection(isFinal ? { state: 'lost', reason } : { state: 'back', lost: [] });
      if (!isFinal) void watches.restore();
    },
  });
  const watches = new PageWatches(() => connection);
  let processes: PageProcesses | null = null;
  const facts = factsSchema.parse((await connection.ask({ call: 'facts' })).value);
  isBooted = true;
  const running = new PageProcesses(() => connection, facts.folder);
  processes = running;
  const repeatPorts = (event: string, listener: (...values: unknown[]) => unknown): void => {
    for (const port of earlyPorts) {
      if (!ports.has(port)) continue;
      if (event === 'port') void listener(port, 'open', urlOf(port));
      if (event === 'server-ready') void listener(port, urlOf(port));
    }
  };
  return createRemote({ connection, events, watches, processes: running, facts, repeatPorts, onTeardown: options.onTeardown });
}

interface RemoteParts {
  connection: BridgeConnection;
  events: ClientEvents;
  watches: PageWatches;
  processes: PageProcesses;
  facts: Facts;
  /** Reports to a new listener the ports that were open before it could listen. */
  repeatPorts(event: string, listener: (...values: unknown[]) => unknown): void;
  onTeardown(): void;
}

/** Creates the object that the client holds. */
function createRemote({ connection, events, watches, processes, facts, repeatPorts, onTeardown }: RemoteParts): object {
  const { folder, path } = facts;
  const files = createFileApi(connection, watches, folder);
  return proxy({
    fs: () => proxy(files),
    // The client requests it but does not use it.
    previewScript: () => undefined,
    runtimeInfo: () => ({ path, cwd: folder }),
    /** Facts about the machine, which only the bridge has. */
    machineFacts: () => facts,
    run: (request: RunRequest, stdout?: OutputListener, stderr?: OutputListener, output?: OutputListener) =>
      processes.run(request, { stdout, stderr, output }),
    async loadFiles(bytes: Uint8Array, { mountPoints = '/' }: { mountPoints?: string } = {}) {
      await connection.ask({ call: 'mount', folder: projectPath(folder, mountPoints) }, bytes);
    },
    async serialize(given: string, request: ExportRequest = {}) {
      const { format = 'json', includes, excludes, ignoreSymlinks } = request;
      const answer = await connection.ask({
        call: 'export',
        folder: projectPath(folder, given),
        request: { format, includes, excludes, ignoreSymlinks },
      });
      return answer.bytes.slice();
    },
    on(event: string, listener: (...values: unknown[]) => unknown) {
      const unsubscribe = events.subscribe(event, listener);
      repeatPorts(event, listener);
      return unsubscribe;
    },
    setPreviewScript: (source: string, { type, defer, async: isAsync }: ScriptOptions = {}) =>
      connection.send({ type: 'preview-script', source, options: { type, defer, async: isAsync } }),
    // The bridge has no account for them.
    setCredentials: () => undefined,
    teardown() {
      connection.close('The container was torn down.');
      events.clear();
      onTeardown();
    },
  });
}
