import { call, ScriptedTransport, say } from '../../../../app/lib/agent/testing/scripted-transport.ts';
import type { JournalEvent } from '../../../../app/lib/protocol/journal-event.ts';
import { DEFAULT_APP_SETTINGS } from '../../../../app/lib/protocol/settings.ts';
import { agentEnvironment } from '../../../../app/lib/seed-api/environment.ts';
import { $chat, $returnedText } from '../../../../app/lib/stores/chat.ts';
import { $openFiles } from '../../../../app/lib/stores/files.ts';
import { $settings } from '../../../../app/lib/stores/settings.ts';
import { $fullStorage } from '../../../../app/lib/stores/storage.ts';
import { composedWorkbench } from '../../support/composed-workbench.ts';
import { InjectedFaults } from './injected-faults.ts';

/** The messages a user sees during a failure. */
export interface Seen {
  full: number;
  errors: string[];
  returned: string[];
}

const bytesOf = (text: string) => new TextEncoder().encode(text);
const turn = () => new Promise<void>((resolve) => setTimeout(resolve, 1));
const write = (path: string, content: string, toolCallId: string) =>
  call({ toolName: 'devonz_write_file', input: { path, content }, toolCallId });

/** The app with failing storage, and a user who continues, frees space when asked, and resends what came back. */
export async function stressedApp() {
  let model = new ScriptedTransport();
  let hideWindow = (): void => undefined;
  let saved = DEFAULT_APP_SETTINGS;
  const faults = new InjectedFaults();
  const { actions } = await composedWorkbench(() => model, {
    settings: {
      load: () => ({ settings: DEFAULT_APP_SETTINGS, problems: [] }),
      save(settings) {
        saved = settings;
      },
      onForeignChange: () => () => undefined,
    },
    page: {
      onSeen: () => undefined,
      onLeft: () => undefined,
      onHidden: (run) => {
        hideWindow = run;
      },
    },
  });
  let lives = 100;
  /** Part of the written text, so that each life has different contents; equal to no other text of the journal. */
  let life = '';
  let seen: Seen = { full: 0, errors: [], returned: [] };

  /** The user looks at the page and uses what it offers. */
  const look = async () => {
    if ($fullStorage.get() !== null) {
      seen.full++;
      faults.end();
      await actions.storage.lookForRoom();
    }
    const back = $returnedText.get();
    if (back !== null) {
      $returnedText.set(null);
      seen.returned.push(back.text);
      await actions.chat.sendMessage(back.text);
    }
    const { status, notice } = $chat.get();
    if (status === 'error' && $fullStorage.get() === null) {
      seen.errors.push(notice !== null && 'message' in notice ? notice.message : 'unknown');
      await actions.chat.retry();
    }
  };
  const until = async (what: string, isSo: () => boolean | Promise<boolean>) => {
    for (let looks = 0; !(await isSo()); looks++) {
      if (looks > 1_500)
        throw new Error(`The app came to rest before: ${what}. ${JSON.stringify([$chat.get().status, $chat.get().notice, seen])}`);
      await look();
      await turn();
    }
  };
  /** The user watches while it is in progress. */
  const during = async <Result>(what: string, work: Promise<Result>): Promise<Result> => {
    let isOver = false;
    void work.finally(() => {
      isOver = true;
    });
    await until(what, () => isOver);
    return work;
  };
  const tell = async (text: string) => {
    await during(`“${text}” is sent`, actions.chat.sendMessage(text));
    await until(`“${text}” is in the chat`, () =>
      $chat.get().messages.some(({ parts }) => parts.some((part) => part.type === 'text' && part.text === text)),
    );
  };
  const reaches = (status: string) => until(status, () => $chat.get().status === status);

  /** Performs every kind of write once. */
  const live = async () => {
    model = new ScriptedTransport(
      write('src/app.ts', `export const life = '${life}';\n`.repeat(40), 'w1'),
      write('.env', 'KEY=1', 'w2'),
      say('Done.'),
    );
    await tell('Build it');
    await reaches('waiting_for_approval');
    for (const waiting of $chat.get().toolCalls.values()) {
      if (waiting.status === 'awaiting_approval')
        await during('it is approved', actions.approvals.answerApproval(waiting.approval.approvalId, { decision: 'approve' }));
    }
    await reaches('completed');
    actions.settings.updateSettings({ planMode: false });
    actions.settings.updateAgentSettings({ maxIterations: 7 });
    await during('it is opened', actions.files.openFile('src/app.ts'));
    actions.files.editFile('src/app.ts', `saved by hand ${life}`);
    await until('it is saved', async () => {
      await during('it is being saved', actions.files.saveFile('src/app.ts'));
      return $openFiles.get().get('src/app.ts')?.savedText === `saved by hand ${life}`;
    });
    const [checkpoint] = await during('checkpoints are listed', actions.checkpoints.listCheckpoints());
    await until('it is named', async () => {
      await during('it is being named', actions.checkpoints.nameCheckpoint(checkpoint?.sequence ?? 0, 'mine'));
      return (await actions.checkpoints.listCheckpoints()).some(({ bookmark }) => bookmark === 'mine');
    });
    actions.files.editFile('src/app.ts', 'typed and not saved');
    hideWindow();
    const first = $chat.get().chatId;
    await turn();
    await during('a new project', actions.chat.newChat());
    model = new ScriptedTransport(say('Hello.'));
    await tell('Second');
    await reaches('completed');
    const second = $chat.get().chatId;
    const third = await importProject();
    return [first, second, third];
  };
  const importProject = async () => {
    let chatId: string | null = null;
    await until('it is imported', async () => {
      const files = ['a.txt', 'b.txt'].map((path) => ({ path, file: new Blob([bytesOf(`content of ${path} ${life}`)]) }));
      const opened = await actions.projects.openImport({ type: 'files', name: 'Imported', files, skipped: [] });
      if (opened === null) return false;
      await opened.plan({ withIgnored: false });
      const made = await during('files are brought in', opened.bringIn({ name: 'Imported', into: 'new', onProgress: () => undefined }));
      chatId = made.status === 'done' ? made.chatId : null;
      return chatId !== null;
    });
    return chatId;
  };
  return {
    actions,
    faults,
    savedSettings: () => saved,
    /** Runs the session once with that fault until everything is stored; returns what the user saw. */
    async run(inject: () => void, isKept: (chats: readonly (string | null)[]) => Promise<boolean>) {
      seen = { full: 0, errors: [], returned: [] };
      life = `life${++lives}`;
      await actions.chat.newChat();
      $settings.set(DEFAULT_APP_SETTINGS);
      inject();
      const chats = await live();
      await until('all of it is kept', () => {
        // The user leaves and comes back: failed writes are retried immediately.
        hideWindow();
        return isKept(chats);
      });
      faults.end();
      await until('there is room', () => $fullStorage.get() === null);
      await agentEnvironment()?.app?.session()?.settled();
      return { seen, chats, life };
    },
  };
}

/** Returns the events as a user can distinguish them: without IDs, hashes or times. */
export function told(events: readonly JournalEvent[]): string[] {
  const names = new Map<string, string>();
  const isId = /[0-9a-f]{64}|[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;
  const known = (id: string) => {
    names.set(id, names.get(id) ?? `id-${names.size}`);
    return names.get(id) ?? id;
  };
  return events.map((event) =>
    JSON.stringify(event, (key, value) => (key === 'durationMs' || key === 'requestedAt' ? 0 : value)).replace(isId, known),
  );
}
