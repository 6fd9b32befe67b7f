import { atom } from 'nanostores';
import type { ChatMode } from '../protocol/chat-request.ts';
import type { MachineFacts } from '../protocol/machines/machine.ts';
import type { Place } from '../protocol/machines/place.ts';
import type { ModelInfo, ModelsResponse } from '../protocol/models/models.ts';
import type { Problem } from '../protocol/project-facts/problem.ts';

export type WorkbenchTab = 'code' | 'changes' | 'preview' | 'terminal' | 'problems';
export const $workbenchTab = atom<WorkbenchTab>('code');
/** Whether the panel for searching all files is shown, in the code tab. */
export const $isProjectFindShown = atom(false);

/** Below 900 px only one pane is shown: the chat or a workbench tab. */
export const $narrowPane = atom<'chat' | WorkbenchTab>('chat');

export type RuntimeStatus =
  | { status: 'off' }
  | { status: 'booting' }
  | { status: 'ready'; host: 'engine' | 'stackblitz' }
  /** On a real machine. */
  | { status: 'ready'; host: 'machine'; facts: MachineFacts }
  | { status: 'failed'; message: string }
  /** It was ready and has ended. */
  | { status: 'ended'; message: string }
  /** Another tab has the project and runs it. */
  | { status: 'elsewhere' }
  /** The project's machine is not connected. */
  | { status: 'away' };
export const $runtime = atom<RuntimeStatus>({ status: 'off' });

/** Where the open project lies; null for this browser. */
export const $place = atom<Place | null>(null);

export interface ModelsState {
  models: readonly ModelInfo[];
  defaultModelId: string;
  problems: ModelsResponse['problems'];
  connections?: readonly { id: string; name: string }[] | undefined;
}
export const $models = atom<ModelsState>({ models: [], defaultModelId: '', problems: [] });

/** Tokens of the instructions and tools sent with a chat's first message, by mode. Null before it was measured. */
export const $firstRequest = atom<Readonly<Record<ChatMode, number>> | null>(null);

export const $problems = atom<readonly Problem[]>([]);

/** Text for the live region; the newest is read aloud. */
export const $announcement = atom<string>('');

/** A failure outside of a run (writing to disk, booting): what, why, and what to do. */
export interface AppNotice {
  id: number;
  level: 'error' | 'info';
  message: string;
  action?: { label: string; run: () => void };
}
export const $notices = atom<readonly AppNotice[]>([]);

/** Increased when the log of the agent's work has changed, so that it is read again. */
export const $telemetryVersion = atom(0);

/** The list shown by a command such as /help. */
export interface CommandSheet {
  title: string;
  rows: readonly { name: string; text: string; detail?: string }[];
  note: string;
}
export const $commandSheet = atom<CommandSheet | null>(null);
