import type { TokenUsage } from '../../protocol/message.ts';
import type { PageLook } from '../../protocol/project-facts/page-look.ts';
import type { Routine } from '../../protocol/settings.ts';
import type { WebSource } from '../../protocol/web-search.ts';

/** `url`: where the page is, after redirects. `why`: the end of a sentence. */
export type OutsidePage = { ok: true; url: string; text: string; isCut: boolean } | { ok: false; why: string };

/** Pages of other hosts, as text or Markdown. Each host is the user's to allow. */
export interface OutsidePages {
  read(address: string, signal: AbortSignal): Promise<OutsidePage>;
}

/** `text`: in the words of whoever searched. `asked`: the model that did, and what it used. `why`: the end of a sentence. */
export type WebFindings =
  | { ok: true; text: string; sources: readonly WebSource[]; asked?: { modelId: string; usage: TokenUsage } }
  | { ok: false; why: string };

export interface WebSearch {
  /** Whether the model in use, or an endpoint that the user named, searches. */
  isAvailable(): boolean;
  search(query: string, signal: AbortSignal): Promise<WebFindings>;
}

/** `why`: the end of a sentence. */
export type PreviewLook = { ok: true; look: PageLook } | { ok: false; why: string };

/** What the pages of the project's servers show. */
export interface PreviewPages {
  /** Absent: always. */
  isAvailable?(): boolean;
  /** The ports with a page, the one that the user sees first. */
  ports(): readonly number[];
  /** `path` null: the page as the user has it, where it is shown. */
  look(port: number, path: string | null, signal: AbortSignal): Promise<PreviewLook>;
}

/** What a file was, or (`size` null) that it was gone, from one of its changes on. */
export interface FileVersion {
  /** Names it. */
  version: number;
  /** Milliseconds since the epoch. */
  at: number;
  by: 'agent' | 'person' | 'runtime';
  size: number | null;
  /** What the user had asked for then; null: nothing yet. */
  task: string | null;
}

/** Something that changed files of the project, or began to. */
export interface PastPlace {
  /** Names it. */
  step: number;
  /** Milliseconds since the epoch. */
  at: number;
  /** What was done there. */
  what: string;
  /** The user's own name for it; null: none. */
  label: string | null;
  /** Paths that it changed. */
  files: readonly string[];
}

export interface FileVersions {
  /** Where tasks, the user's commands and steps began: newest first. */
  places(): Promise<readonly PastPlace[]>;
  /** The newest version of a file from before that place; null: it was not there, or its content is no longer kept. */
  readBefore(path: string, step: number): Promise<Uint8Array | null>;
  /** Newest first. */
  list(path: string): Promise<readonly FileVersion[]>;
  /** Null: the file has no such version, or none with a content. */
  read(path: string, version: number): Promise<Uint8Array | null>;
}

/** The product's own documents, as a folder that can be read. */
export interface HelpPages {
  list(): readonly string[];
  /** Null: there is no such page. */
  read(page: string): Promise<string | null>;
}

/** What tools work with that not every place has. A new one is its line here, and given where the page is composed. */
export interface ToolPorts {
  outside: OutsidePages;
  webSearch: WebSearch;
  preview: PreviewPages;
  versions: FileVersions;
  help: HelpPages;
  /** Commands of the project and the user by name, as they are now. */
  routines(): readonly Routine[];
}

/** A tool that needs what is absent, or not available at the moment, is not offered. */
export function isToolPortAvailable(ports: Partial<ToolPorts>, need: keyof ToolPorts): boolean {
  const port = ports[need];
  if (port === undefined) return false;
  return !('isAvailable' in port) || port.isAvailable?.() !== false;
}
