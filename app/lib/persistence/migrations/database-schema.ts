import type { DBSchema, IDBPDatabase } from 'idb';
import type { ProjectId } from '../../protocol/ids.ts';
import type { StoredBlob } from '../blob-codec.ts';
import type { StoredFileRow } from '../rows/project-files.ts';

/** What is in IndexedDB. `unknown` where a value must be validated before anyone believes it. */
export interface DevonzSchema extends DBSchema {
  /** The journal: key `[chatId, sequence]`, value a `JournalRecord`, or many of them up to this one: see `rows/record-pack.ts`. */
  records: { key: [string, number]; value: unknown };
  chats: { key: string; value: unknown };
  /** What a project is besides its files: a `StoredProject`. */
  projects: { key: string; value: unknown };
  /** Contents of files and images, each stored once under its hash: read with `unpackBlob`. */
  blobs: { key: string; value: StoredBlob };
  /** Small contents that were brought in together: what is in each pack, a `PackEntry`, and its bytes under the same id. See `contents/content-pack.ts`. */
  packed: { key: string; value: unknown; indexes: { hashes: string } };
  packs: { key: string; value: unknown };
  /** Projection of the journals for a fast boot: the newest version of each file and symbolic link. Key `[projectId, path]`; see `rows/project-files.ts`. */
  files: { key: [string, string]; value: StoredFileRow };
  /** The answer that is streaming, as far as it has come: a row for what has come since the row before it, all gone when its step is in the journal. Key `[chatId, stepId, row]`. */
  partials: { key: [string, string, number]; value: unknown };
  /** Of a long journal: what its records up to one of them come to, so that only the rest is gone through when it is opened. Key: the chat. */
  snapshots: { key: string; value: unknown };
  /** How the user left a project's window: tabs, unsaved text, panes, terminals. Key: the project. */
  workspaces: { key: ProjectId; value: unknown };
  /** The folder of the user's computer that a project is kept equal to. Key: the project; of what both last had in common `[projectId, path]`. */
  folders: { key: ProjectId | [ProjectId, string]; value: unknown };
  /** What is secret of MCP servers, and what the user has confirmed of them; key `[kind, server]`. */
  mcp: { key: ['secrets' | 'confirmed', string]; value: unknown };
  /** What the agent did, oldest first; key: a number that only grows. */
  telemetry: { key: number; value: unknown };
}

export type DevonzDatabase = IDBPDatabase<DevonzSchema>;
