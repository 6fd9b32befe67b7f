import { atom } from 'nanostores';
import type { ChatMode } from '../protocol/chat-request.ts';
import type { ModelInfo, ModelsResponse } from '../protocol/models/models.ts';
import type { Problem } from '../protocol/project-facts/problem.ts';

export type WorkbenchTab = 'code' | 'changes' | 'preview' | 'terminal' | 'problems';
export const $workbenchTab = atom<WorkbenchTab>('code');
/** The panel that finds in all files, in the code tab. */
export const $isProjectFindShown = atom(false);

/** Below 900 px there is one pane: the chat or a workbench tab. */
export const $narrowPane = atom<'chat' | WorkbenchTab>('chat');

export type RuntimeStatus =
  | { status: 'off' }
  | { status: 'booting' }
  | { status: 'ready'; host: 'engine' | 'stackblitz' }
  | { status: 'failed'; message: string }
  /** It had been ready and is gone. */
  | { status: 'ended'; message: string }
  /** Another tab has the project, and runs it. */
  | { status: 'elsewhere' };
export const $runtime = atom<RuntimeStatus>({ status: 'off' });

export interface ModelsState {
  models: readonly ModelInfo[];
  defaultModelId: string;
  problems: ModelsResponse['problems'];
  connections?: readonly { id: string; name: string }[] | undefined;
}
export const $models = atom<ModelsState>({ models: [], defaultModelId: '', problems: [] });

/** Tokens of what goes along with the first message of a chat, by mode: instructions and tools. Null before it was measured. */
export const $firstRequest = atom<Readonly<Record<ChatMode, number>> | null>(null);

export const $problems = atom<readonly Problem[]>([]);

/** Messages of the live region; the newest is read out. */
export const $announcement = atom<string>('');

/** Something failed outside a run (a write to the disk, a boot): what, why, what to press. */
export interface AppNotice {
  id: number;
  level: 'error' | 'info';
  message: string;
  action?: { label: string; run: () => void };
}
export const $notices = atom<readonly AppNotice[]>([]);

/** Counts up when the log of the agent's work has changed: read it again. */
export const $telemetryVersion = atom(0);

/** What a command such as /help lists. */
export interface CommandSheet {
  title: string;
  rows: readonly { name: string; text: string; detail?: string }[];
  note: string;
}
export const $commandSheet = atom<CommandSheet | null>(null);
