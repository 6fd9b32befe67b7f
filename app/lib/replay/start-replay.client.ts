import { deleteDB } from 'idb';
import { browserClock, browserHasher } from '../browser/browser-ports.ts';
import { DEFAULT_APP_SETTINGS } from '../protocol/settings.ts';
import { reasonText } from '../protocol/texts/reason.ts';
import { agentEnvironment } from '../seed-api/environment.ts';
import { answerSessionWorker } from '../session-file/answer-session-worker.ts';
import type { Session } from '../session-file/session-file-schema.ts';
import { $hostQuestions } from '../stores/outbound.ts';
import { composeWorkbench } from '../workbench/compose-workbench.ts';
import { browserWorkbenchPorts, type WorkbenchOptions } from '../workbench/ports/browser-workbench-ports.ts';
import { RecordedModel } from './recorded-model.ts';
import { createRecordedServer } from './recorded-server.ts';
import type { ReplayReport } from './replay-report.ts';
import { runReplay } from './run-replay.ts';

const DATABASE = 'devonz-replay';

/** Reads a session file. Rejects with the reason if it is invalid. */
export async function readReplayFile(file: Blob): Promise<Session> {
  const answer = await answerSessionWorker({ type: 'read', file }, browserHasher);
  if (answer.type !== 'read') throw new Error(answer.type === 'failed' ? answer.why : 'The file could not be read.');
  if (!answer.reading.ok) throw new Error(reasonText(answer.reading.reason));
  return answer.reading.session;
}

/**
 * Replays the session in this page: the app without its interface, with the recording as its server, default settings and its own storage.
 * It cannot access the user's chats, keys and settings, and its programs cannot reach other hosts.
 */
export async function startReplay(session: Session, options: WorkbenchOptions): Promise<ReplayReport> {
  await deleteDB(DATABASE);
  const model = new RecordedModel(session.records);
  const { attention: _attention, ...browser } = browserWorkbenchPorts({ ...options, hasOutboundRelay: false, isUnattended: true });
  const actions = await composeWorkbench({
    ...browser,
    databaseName: DATABASE,
    request: createRecordedServer(session.records, model),
    settings: {
      load: () => ({ settings: DEFAULT_APP_SETTINGS, problems: [] }),
      save: () => undefined,
      onForeignChange: () => () => undefined,
    },
    spending: { read: () => ({}), add: async () => undefined, onForeignChange: () => () => undefined },
    outbound: { ...browser.outbound, isAvailable: false },
    projectServers: { load: () => new Map(), save: () => undefined },
    isOnStartScreen: true,
  });
  const stopHosts = $hostQuestions.subscribe((questions) => {
    for (const { id } of questions) actions.outbound.answerHost(id, 'denied');
  });
  try {
    const { app, workspace } = agentEnvironment() ?? {};
    if (app === undefined || workspace === undefined) throw new Error('The workbench has no session to work in.');
    return await runReplay(session, { actions, app, model, workspace, now: browserClock.now });
  } finally {
    stopHosts();
  }
}
