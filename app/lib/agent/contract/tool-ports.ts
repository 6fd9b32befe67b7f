import type { ContentHash } from '../../protocol/ids.ts';
import type { TokenUsage } from '../../protocol/message.ts';
import type { PageLook } from '../../protocol/project-facts/page-look.ts';
import type { Routine } from '../../protocol/settings.ts';
import type { WebSource } from '../../protocol/web-search.ts';

/** `url` is the address after redirects. `why` is the end of a sentence. */
export type OutsidePage = { ok: true; url: string; text: string; isCut: boolean } | { ok: false; why: string };

/** Reads pages of other hosts as text or Markdown. The user allows each host. */
export interface OutsidePages {
  read(address: string, signal: AbortSignal): Promise<OutsidePage>;
}

/**
 * `text` is written by the model or endpoint that searched. `asked` is the model that searched, if it was one, with its usage. `why` is the
 * end of a sentence.
 */
export type WebFindings =
  | { ok: true; text: string; sources: readonly WebSource[]; asked?: { modelId: string; usage: TokenUsage } }
  | { ok: false; why: string };

export interface WebSearch {
  /** Returns true if the model in use, or an endpoint that the user configured, can search. */
  isAvailable(): boolean;
  search(query: string, signal: AbortSignal): Promise<WebFindings>;
}

/** `why` is the end of a sentence. */
export type PreviewLook = { ok: true; look: PageLook } | { ok: false; why: string };

/** Shows the pages of the project's servers. */
export interface PreviewPages {
  /** If absent, the pages are always available. */
  isAvailable?(): boolean;
  /** Returns the ports that serve a page, the one the user sees first. */
  ports(): readonly number[];
  /** Looks at a page. With a null `path`, looks at the page as the user has it, where it is shown. */
  look(port: number, path: string | null, signal: AbortSignal): Promise<PreviewLook>;
}

/** A file's state from one of its changes on; `size` is null if it was deleted. */
export interface FileVersion {
  /** Counts the versions of the file, from 1 for the first. */
  version: number;
  /** Milliseconds since the epoch. */
  at: number;
  by: 'agent' | 'user' | 'runtime';
  size: number | null;
  /** The user's latest request at that time; null if there was none yet. */
  task: string | null;
  /** The action that made it; null if `places` does not list that action. */
  step: number | null;
}

/**
 * An action that changed, or began to change, files of the project. `task`: the user started a task. `agent`: a call of the agent or of a
 * sub-agent changed files.
 */
export type PastPlace = PastMoment & ({ kind: 'task' | 'other' } | ({ kind: 'agent' } & OwnChange));

/** A call of the agent that changed files. */
export interface OwnChange {
  /** Empty if unknown. */
  toolName: string;
  /** How many answers the model has given since the one with the call; 0 for a call of its latest answer. */
  stepsAgo: number;
  /** False if it was undone since. */
  isInEffect: boolean;
  /** The call restored an earlier version of a file, or of some of its lines. */
  restored: 'whole' | 'lines' | null;
}

interface PastMoment {
  /** Its position in the journal. The model never sees it. */
  step: number;
  /** The name that the model uses: "change 3", "task 1" or "event 2", each counted from the beginning of the chat. */
  ref: string;
  /** Milliseconds since the epoch. */
  at: number;
  /** A description of the action. */
  what: string;
  /** The user's own name for it; null if there is none. */
  label: string | null;
  /** Paths that the action changed. */
  files: readonly string[];
}

/** The state of a path at some time. `lost` is a file whose content is no longer stored. */
export type PastContent = { kind: 'file'; bytes: Uint8Array } | { kind: 'link'; target: string } | { kind: 'absent' } | { kind: 'lost' };

/** A file that has changed since an action began. */
export interface PastChange {
  path: string;
  before: PastContent;
  /** Everyone who has changed it since. */
  by: readonly FileVersion['by'][];
}

export interface FileVersions {
  /** Resolves with the starts of tasks, user commands and steps, newest first. */
  places(): Promise<readonly PastPlace[]>;
  /** Resolves with the content of a path right before that action. */
  readBefore(path: string, step: number): Promise<PastContent>;
  /** Resolves with the files that have changed since right before that action, sorted by path. */
  changedSince(step: number): Promise<readonly PastChange[]>;
  /** Resolves with the versions of a file, newest first. */
  list(path: string): Promise<readonly FileVersion[]>;
  /** Resolves with null if the file has no such version. */
  read(path: string, version: number): Promise<PastContent | null>;
}

/** Stores the whole output of commands whose result shows only a part. It is kept as long as the chat. */
export interface KeptOutputs {
  keep(text: string): Promise<ContentHash>;
  /** Resolves with null if the output is no longer stored, as in a chat imported from a session file. */
  read(hash: ContentHash): Promise<string | null>;
}

/** The product's documentation, as a readable folder. */
export interface HelpPages {
  list(): readonly string[];
  /** Resolves with null if there is no such page. */
  read(page: string): Promise<string | null>;
}

/** The ports of tools that are not available everywhere. A new port is added here and supplied by the page's composition root. */
export interface ToolPorts {
  outside: OutsidePages;
  webSearch: WebSearch;
  preview: PreviewPages;
  versions: FileVersions;
  help: HelpPages;
  outputs: KeptOutputs;
  /** Returns the current named commands of the project and of the user. */
  routines(): readonly Routine[];
}

/** Returns false if the port is absent or currently unavailable; tools that need it are not offered then. */
export function isToolPortAvailable(ports: Partial<ToolPorts>, need: keyof ToolPorts): boolean {
  const port = ports[need];
  if (port === undefined) return false;
  return !('isAvailable' in port) || port.isAvailable?.() !== false;
}
