import type { StepRequest } from '../../../app/lib/agent/contract/ports.ts';
import type { ScriptedTransport } from '../../../app/lib/agent/testing/scripted-transport.ts';
import { webCryptoHasher } from '../../../app/lib/agent/testing/test-session.ts';
import { browserHasher } from '../../../app/lib/browser/browser-ports.ts';
import { createHostStore } from '../../../app/lib/machines/hosts/host-store.ts';
import { createMachineStore } from '../../../app/lib/machines/machine-store.ts';
import { createOwnComputerKeyStore } from '../../../app/lib/machines/own-computer/own-computer-key.ts';
import { createImportReader } from '../../../app/lib/project/import/import-reader.ts';
import { chatRequestSchema } from '../../../app/lib/protocol/chat-request.ts';
import { DEMO_MODEL_ID, type ModelsResponse } from '../../../app/lib/protocol/models/models.ts';
import { DEFAULT_APP_SETTINGS } from '../../../app/lib/protocol/settings.ts';
import { MemoryWorkspace } from '../../../app/lib/runtime/memory/memory-workspace.ts';
import type { AgentShell } from '../../../app/lib/runtime/shell/agent-shell.ts';
import type { FileEvent, Runtime } from '../../../app/lib/runtime/types.ts';
import type { BootedRuntime } from '../../../app/lib/runtime/webcontainer.ts';
import { wrapWorkspace } from '../../../app/lib/runtime/wrap-workspace.ts';
import { answerSessionWorker } from '../../../app/lib/session-file/answer-session-worker.ts';
import { composeWorkbench } from '../../../app/lib/workbench/compose-workbench.ts';
import { WITHOUT_OFFLINE } from '../../../app/lib/workbench/offline/browser-offline.ts';
import type { WorkbenchPorts } from '../../../app/lib/workbench/ports/workbench-ports.ts';
import type { WorkbenchActions } from '../../../app/lib/workbench/workbench-actions.ts';

export interface ComposedWorkbench {
  /** The actions available to the user. */
  actions: WorkbenchActions;
  /** Returns the files of the current runtime. */
  workspace(): MemoryWorkspace;
  /** Reports a program's change of the files, as the watcher does. */
  tell(event: FileEvent): void;
}

const MODELS: ModelsResponse = {
  models: [{ id: DEMO_MODEL_ID, provider: 'demo', name: 'Scripted' }],
  defaultModelId: DEMO_MODEL_ID,
  problems: [],
};

/**
 * Composes the app without a page: its composition root with in-memory storage and runtime, and a server with a scripted model. `browser`
 * holds what it shares with other tabs, and a test's own replacements; without it there are no other tabs. `otherServer` replaces the
 * scripted server's responses. `onBoot` receives the files of each runtime before use, for example to script commands.
 */
export async function composedWorkbench(
  model: () => ScriptedTransport,
  browser: Partial<Pick<WorkbenchPorts, 'locks' | 'openBroadcast' | 'settings' | 'page'>> = {},
  otherServer: () => typeof fetch | null = () => null,
  onBoot: (workspace: MemoryWorkspace) => void = () => undefined,
): Promise<ComposedWorkbench> {
  const watching = new Set<(event: FileEvent) => void>();
  let workspace = new MemoryWorkspace();
  const request: typeof fetch = async (url, init) => {
    const other = otherServer();
    if (other !== null) return other(url, init);
    if (url === '/api/models') return Response.json(MODELS);
    // The schema's optional fields may be undefined, which JSON does not have.
    const { chatId: _chatId, ...step } = chatRequestSchema.parse(JSON.parse(String(init?.body)));
    return new Response(await model().open(step as StepRequest, init?.signal ?? new AbortController().signal));
  };
  const locks: Pick<LockManager, 'request'> = {
    request: async (_name: string, _options: unknown, work?: (lock: Lock) => unknown) => work?.({ name: 'lock', mode: 'exclusive' }),
  };
  const now = (work: () => number) => void work();
  const actions = await composeWorkbench({
    databaseName: 'devonz',
    request,
    page: { onSeen: () => undefined, onHidden: () => undefined, onLeft: () => undefined },
    scope: {},
    createLocalWorker: () => {
      throw new Error('No test asks a model on this computer here.');
    },
    settings: {
      load: () => ({ settings: DEFAULT_APP_SETTINGS, problems: [] }),
      save: () => undefined,
      onForeignChange: () => () => undefined,
    },
    machines: {
      store: createMachineStore({ getItem: () => null, setItem: () => undefined }),
      hosts: createHostStore({ getItem: () => null, setItem: () => undefined }),
      keys: createOwnComputerKeyStore({ getItem: () => null, setItem: () => undefined }),
      isLocalPage: true,
      request: () => Promise.reject(new Error('No test reaches a machine here.')),
    },
    spending: { read: () => ({}), add: async () => undefined, onForeignChange: () => () => undefined },
    outbound: {
      store: {
        load: () => [],
        save: () => undefined,
        countOthers: () => 0,
        clear: () => undefined,
        onForeignChange: () => () => undefined,
      },
      isAvailable: false,
      ownHosts: [],
    },
    openBroadcast: () => ({ post: () => undefined, onMessage: () => undefined, close: () => undefined }),
    locks: locks as LockManager, // The rest is not used.
    projects: {
      format: () => Promise.reject(new Error('No test formats.')),
      readImport: (source) => createImportReader(source, browserHasher),
      searchProjects: async () => undefined,
      sight: { isVisible: () => true, onVisible: () => () => undefined },
    },
    createSignIn: () => ({ providerFor: async () => undefined, signIn: async () => ({ ok: false, why: 'No test signs in here.' }) }),
    projectServers: { load: () => new Map(), save: () => undefined },
    boot: async () => {
      workspace = new MemoryWorkspace();
      onBoot(workspace);
      return bootedOver(workspace, watching);
    },
    workOnSession: (message) => answerSessionWorker(message, webCryptoHasher),
    // No test decodes images here: each is already small enough.
    shrink: async ({ file, mediaType }) => ({
      ok: true,
      image: {
        bytes: new Uint8Array(await file.arrayBuffer()),
        mediaType: mediaType === 'image/jpeg' ? 'image/jpeg' : 'image/png',
        width: 1,
        height: 1,
      },
    }),
    offline: WITHOUT_OFFLINE,
    storage: {
      estimate: async () => null,
      isPersisted: async () => true,
      persist: async () => true,
      lastExport: () => null,
      noteExport: () => undefined,
    },
    schedule: now,
    createLiveScheduler: () => now,
    createTypesWorker: null,
    isOnStartScreen: true,
    ...browser,
  });
  return {
    actions,
    workspace: () => workspace,
    tell: (event) => {
      for (const listener of [...watching]) listener(event);
    },
  };
}

function bootedOver(workspace: MemoryWorkspace, watching: Set<(event: FileEvent) => void>): BootedRuntime {
  const nothing = () => () => undefined;
  const runtime: Partial<Runtime> = {
    ...wrapWorkspace(workspace, (call) => call(workspace)),
    host: 'engine',
    root: '/home/project',
    async mount(files) {
      for (const file of files) {
        if ('linkTo' in file) await workspace.makeLink(file.path, file.linkTo);
        else await workspace.writeFile(file.path, file.content);
      }
    },
    watchFiles(listener) {
      watching.add(listener);
      return () => watching.delete(listener);
    },
    onEvent: nothing,
    teardown: async () => undefined,
  };
  const shell: Partial<AgentShell> = { onTranscript: nothing, onChange: nothing, processes: () => [] };
  return { runtime: runtime as Runtime, shell: shell as AgentShell, outside: null }; // No terminal is opened here.
}
