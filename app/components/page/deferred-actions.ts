import { t } from '../../lib/i18n/t.ts';
import type { WorkbenchActions } from '../../lib/workbench/workbench-actions.ts';

type AnswerOf<Method> = Method extends (...given: never[]) => Promise<infer Answer> ? Answer : undefined;
/** Of the methods of an area that say something: what they say when the services never come. A list, `list…`, is empty then. */
type Answers<Actions> = {
  readonly [Name in keyof Actions as Name extends `list${string}`
    ? never
    : AnswerOf<Actions[Name]> extends undefined | void
      ? never
      : Name]: AnswerOf<Actions[Name]>;
};

/** By area. Data and not methods: this is needed before the first key of a user. */
function answersOf(): { readonly [Area in keyof WorkbenchActions]: Answers<WorkbenchActions[Area]> } {
  const why = t('The workbench could not be loaded.');
  const refused = { ok: false, why } as const;
  return {
    chat: { startWithFiles: false, openChat: false, searchChats: [], exportApprovals: null },
    approvals: { argumentFields: [], proposedChange: null },
    mentions: { attach: null },
    images: { prepareImage: refused, readImage: null, saveImage: why },
    prompts: { enhancePrompt: { outcome: 'failed', why } },
    compaction: {},
    checkpoints: { resend: false, repeatMessage: false },
    files: { exportZip: null, exportFile: null, exportFolder: null, readProject: null },
    types: { askTypes: null },
    projects: { describeProject: null, describeOpen: null, openImport: null, fetchRepository: refused, projectOfFolder: null },
    sessions: { exportSession: null, exportSessionPage: null, readSessionFile: null },
    storage: {},
    terminals: {},
    tabs: {},
    runtime: {},
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
 * Actions for the time before the services are loaded: what a user does then is done, in order, as soon as they are.
 * A terminal cannot be connected yet (`null`): its view connects when the real actions take this object's place.
 * When the services never come, every waiting action is dropped; whoever loads them tells the user.
 */
export function deferredActions(ready: Promise<WorkbenchActions>): WorkbenchActions {
  const areas = Object.entries(answersOf()).map(([name, answers]) => {
    const own = name === 'terminals' ? { connectTerminal: () => null } : {};
    return [name, deferredArea(ready, name, { ...answers }, own)];
  });
  // Every area of `answersOf`, which the compiler holds to be all of them; each answers every method.
  return Object.fromEntries(areas) as WorkbenchActions;
}

/** Any method, made when it is asked for, and then the same one. */
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
        // The areas and their methods as the components call them, by names that the compiler has checked there.
        const real = actions as Record<string, Record<string, Method>> | null;
        return real === null ? (name.startsWith('list') ? [] : answers[name]) : real[area]?.[name]?.(...given);
      };
      return methods[name];
    },
  });
}
