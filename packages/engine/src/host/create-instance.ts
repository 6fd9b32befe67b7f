import { proxy } from 'comlink';
import { projectPath } from 'devonz-engine-protocol/client-wire/project-path';
import { previewOrigin } from 'devonz-engine-protocol/hosts';
import { unpackMessage } from 'devonz-engine-protocol/message-pack';
import { PAGE_ACTIVITY_EVENT, type PageActivity } from 'devonz-engine-protocol/page-activity';
import type { PreviewActivity, PreviewMessage } from '../abi/preview-message.ts';
import { serveBridge } from '../kernel/io/serve-bridge.ts';
import { Kernel } from '../kernel/kernel.ts';
import { type MemorySample, MemoryWatch } from '../kernel/workers/memory-watch.ts';
import type { SpareWorkers } from '../kernel/workers/spare-workers.ts';
import { WorkerProcesses } from '../kernel/workers/worker-processes.ts';
import { ClientEvents } from './client-events.ts';
import { createFileApi } from './file-api.ts';
import { writeTree } from './file-tree.ts';
import { internalRemote } from './internal/internal-remote.ts';
import { withNodeErrors } from './node-error.ts';
import { requestOfClient } from './outside-requests.ts';
import type { KernelToPage } from './page-messages.ts';
import { type OutputListener, type RunRequest, runCommand } from './run-command.ts';

export interface InstanceOptions {
  /** The sandbox's origin. */
  origin: string;
  /** The project's part of the previews' origins. */
  project: string;
  /** True if the client has named the project. */
  isNamed: boolean;
  workdirName?: string | undefined;
  forwardPreviewErrors?: boolean | 'exceptions-only' | undefined;
  workers: SpareWorkers;
  tellPage(message: KernelToPage): void;
}

/** A booted engine: the object that the client holds (`remote`), and the methods that the page calls. */
export interface Instance {
  remote: object;
  connectBridge(channel: MessagePort): void;
  reportPreviewMessage(message: PreviewMessage): void;
  reportMemory(sample: MemorySample): void;
}

const DEFAULT_WORKDIR_NAME = 'project';
const OPENING_BRACE = 0x7b;

export function createInstance(options: InstanceOptions, onTeardown: () => void): Instance {
  const { origin, project, isNamed, workdirName, forwardPreviewErrors = false, workers, tellPage } = options;
  const workdir = `/home/${workdirName || DEFAULT_WORKDIR_NAME}`;
  // The system's folders come first: a package may define a command `cat`, which is allowed to run without asking.
  const path = `/usr/local/bin:/usr/bin:/bin:${workdir}/node_modules/.bin`;
  const events = new ClientEvents();
  const processes: WorkerProcesses = new WorkerProcesses({
    origin,
    workers,
    kernel: () => kernel,
    onError: (message) => events.emit('error', { message }),
  });
  const kernel: Kernel = new Kernel({
    now: () => performance.timeOrigin + performance.now(),
    startProgram: processes.start,
    onPort(port, type) {
      const url = previewOrigin(origin, port, project);
      tellPage(type === 'open' ? { type: 'port-open', port, origin: url, isKept: isNamed } : { type: 'port-closed', port });
      events.emit('port', port, type, url);
      if (type === 'open') events.emit('server-ready', port, url);
    },
    requestOutside: (request, receiver) => requestOfClient(events, request, receiver),
    onNotice(notice) {
      if (notice.type === 'xdg-open') events.emit('xdg-open', notice.text);
      else events.emit('code', notice.action, { files: notice.files });
    },
  });
  kernel.fileSystem.mkdir(workdir, true, 0o755);
  const files = createFileApi(kernel.fileSystem, workdir);
  const memory = new MemoryWatch({
    kernel: () => kernel,
    owner: processes.owner,
    ask: () => tellPage({ type: 'measure-memory' }),
    schedule(work, milliseconds) {
      const timer = setTimeout(work, milliseconds);
      return () => clearTimeout(timer);
    },
  });
  memory.start();
  const teardown = (): void => {
    memory.stop();
    kernel.shutDown();
    events.clear();
    tellPage({ type: 'teardown' });
    onTeardown();
  };
  return {
    remote: proxy({
      fs: () => proxy(files),
      // The client requests it but never uses it.
      previewScript: () => undefined,
      runtimeInfo: () => ({ path, cwd: workdir }),
      run: (request: RunRequest, stdout?: OutputListener, stderr?: OutputListener, output?: OutputListener) =>
        runCommand({ kernel, workdir, path }, request, { stdout, stderr, output }),
      loadFiles: (bytes: Uint8Array, { mountPoints = '/' }: { mountPoints?: string } = {}) =>
        loadFiles(kernel, projectPath(workdir, mountPoints), bytes),
      on: (event: string, listener: (...values: unknown[]) => unknown) => events.subscribe(event, listener),
      setPreviewScript: (source: string, scriptOptions = {}) => tellPage({ type: 'preview-script', source, options: scriptOptions }),
      // The engine has no accounts that need credentials.
      setCredentials: () => undefined,
      ...internalRemote(kernel, workdir),
      teardown,
    }),
    reportMemory: (sample) => memory.receive(sample),
    connectBridge: (channel) => serveBridge(kernel.ports, channel),
    reportPreviewMessage(message) {
      if (message.type === 'PREVIEW_CONSOLE_LOG' || message.type === 'PREVIEW_REQUEST_FAILED' || message.type === 'PREVIEW_PLACE') {
        events.emit(PAGE_ACTIVITY_EVENT, pageActivity(message));
        return;
      }
      if (forwardPreviewErrors === false) return;
      if (forwardPreviewErrors === 'exceptions-only' && message.type === 'PREVIEW_CONSOLE_ERROR') return;
      events.emit('preview-message', { previewId: `p${message.port}`, ...message });
    },
  };
}

function pageActivity(message: PreviewActivity): PageActivity {
  const { port, pathname, search, hash } = message;
  if (message.type === 'PREVIEW_CONSOLE_LOG') return { type: 'log', port, level: message.level, message: message.message };
  if (message.type === 'PREVIEW_REQUEST_FAILED') {
    const { method, address, status, initiator, stack } = message;
    return { type: 'failed-request', port, method, address, status, initiator, stack };
  }
  return { type: 'place', port, path: pathname + search + hash, canGoBack: message.canGoBack, canGoForward: message.canGoForward };
}

/** Mounts a tree: JSON from the client, or MessagePack from `@webcontainer/snapshot`. */
function loadFiles(kernel: Kernel, folder: string, bytes: Uint8Array): void {
  const tree: unknown = bytes[0] === OPENING_BRACE ? JSON.parse(new TextDecoder().decode(bytes)) : unpackMessage(bytes);
  withNodeErrors('scandir', [folder], () => kernel.fileSystem.readdir(folder));
  writeTree(kernel.fileSystem, folder, tree);
}
