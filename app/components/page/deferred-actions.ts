import { t } from '../../lib/i18n/t.ts';
import type { WorkbenchActions } from '../../lib/workbench/workbench-actions.ts';

type AnswerOf<Method> = Method extends (...given: never[]) => Promise<infer Answer> ? Answer : undefined;
/**
 * The results of an area's methods if the services never load. Methods without a result, and `list…` methods, which return an empty list,
 * are excluded.
 */
type Answers<Actions> = {
  readonly [Name in keyof Actions as Name extends `list${string}`
    ? never
    : AnswerOf<Actions[Name]> extends undefined | void
      ? never
      : Name]: AnswerOf<Actions[Name]>;
};

/**
 * Returns the answers of each area's actions while the workbench cannot be loaded. They are plain data instead of methods, because they are
 * needed before the user's first key.
 */
function answersOf(): { readonly [Area in keyof WorkbenchActions]: Answers<WorkbenchActions[Area]> } {
  const why = t('The workbench could not be loaded.');
  const refused = { ok: false, why } as const;
  return {
    chat: { startWithFiles: false, openChat: false, searchChats: [], exportApprovals: null },
    approvals: { argumentFields: [], proposedChange: null, resultText: why },
    mentions: { attach: null },
    images: { prepareImage: refused, readImage: null, saveImage: why },
    prompts: { enhancePrompt: { outcome: 'failed', why } },
    compaction: {},
    checkpoints: { resend: false, repeatMessage: false },
    files: {
      createFile: false,
      createFolder: false,
      renamePath: false,
      exportZip: null,
      exportFile: null,
      exportFolder: null,
      readProject: null,
    },
    types: { askTypes: null },
    projects: { describeProject: null, describeOpen: null, openImport: null, fetchRepository: refused, projectOfFolder: null },
    sessions: { exportSession: null, exportSessionPage: null, readSessionFile: null },
    storage: {},
    terminals: {},
    tabs: {},
    runtime: {},
    machines: { openMachine: false, openPlace: false, findBridges: [] },
    outbound: {},
    mcp: {
      saveMcpServer: refused,
      testMcpServer: refused,
      signInToMcpServer: refused,
      readMcpResource: refused,
      getMcpPrompt: refused,
    },
    models: { probeModel: { suggestion: null, reason: why }, lookAtAddress: refused },
    connections: {
      saveConnection: refused,
      testConnection: { ok: false, kind: 'other', message: why },
      enterPassphrase: refused,
      removeConnection: false,
    },
    settings: { settingsAsToml: '', previewSettings: { ok: false, problems: [why] }, sleepingRules: [] },
    diagnostics: {},
    telemetry: { readTelemetry: { events: [], problem: null } },
    notices: {},
  };
}

type Method = (...given: readonly unknown[]) => unknown;

/**
 * Returns actions for the time before the services have loaded: calls are queued and performed in order once they have. A terminal cannot
 * be connected yet (`null`): its view connects when the real actions replace this object. If the services fail to load, every waiting call
 * is dropped; the caller that loads them notifies the user.
 */
export function deferredActions(ready: Promise<WorkbenchActions>): WorkbenchActions {
  const areas = Object.entries(answersOf()).map(([name, answers]) => {
    const own = name === 'terminals' ? { connectTerminal: () => null } : {};
    return [name, deferredArea(ready, name, { ...answers }, own)];
  });
  // Has every area of `answersOf`, which the compiler checks for completeness; each area provides every method.
  return Object.fromEntries(areas) as WorkbenchActions;
}

/** Creates each method on first access and caches it. */
function deferredArea(
  ready: Promise<WorkbenchActions>,
  area: string,
  answers: Readonly<Record<string, unknown>>,
  own: Record<string, Method>,
): Record<string, Method> {
  return new Proxy(own, {
    get(methods, name) {
      if (typeof name !== 'string') return undefined;
      methods[name] ??= async (...given) => {
        const actions = await ready.catch(() => null);
        // The areas and methods as the components call them, by names that the compiler has checked there.
        const real = actions as Record<string, Record<string, Method>> | null;
        return real === null ? (name.startsWith('list') ? [] : answers[name]) : real[area]?.[name]?.(...given);
      };
      return methods[name];
    },
  });
}
