import type { DBSchema, IDBPDatabase } from 'idb';
import type { ProjectId } from '../../protocol/ids.ts';
import type { StoredBlob } from '../blob-codec.ts';
import type { StoredFileRow } from '../rows/project-files.ts';

/** The schema of the IndexedDB database. `unknown` marks values that must be validated before use. */
export interface DevonzSchema extends DBSchema {
  /** The journal. Key: `[chatId, sequence]`. Value: a `JournalRecord`, or a pack of records that ends with this number; see `rows/record-pack.ts`. */
  records: { key: [string, number]; value: unknown };
  chats: { key: string; value: unknown };
  /** A project without its files: a `StoredProject`. */
  projects: { key: string; value: unknown };
  /** Contents of files and images, each stored once under its hash; read with `unpackBlob`. */
  blobs: { key: string; value: StoredBlob };
  /** Small contents that were imported together: each pack's list, a `PackEntry`, and its bytes under the same id. See `contents/content-pack.ts`. */
  packed: { key: string; value: unknown; indexes: { hashes: string } };
  packs: { key: string; value: unknown };
  /** The newest version of each file and link, derived from the journals for a fast start. Key: `[projectId, path]`; see `rows/project-files.ts`. */
  files: { key: [string, string]; value: StoredFileRow };
  /**
   * The streaming answer so far: each row holds what was added since the previous one. All are deleted when the step is in the
   * journal. Key: `[chatId, stepId, row]`.
   */
  partials: { key: [string, string, number]; value: unknown };
  /** The state of a long journal at one of its records, so that opening it reads only the rest. Key: the chat. */
  snapshots: { key: string; value: unknown };
  /** The user's window state for a project: tabs, unsaved text, panes, terminals. Key: the project. */
  workspaces: { key: ProjectId; value: unknown };
  /** The computer's folder that a project is connected to. Key: the project; for agreed versions `[projectId, path]`. */
  folders: { key: ProjectId | [ProjectId, string]; value: unknown };
  /** Secrets of MCP servers, and the user's confirmations. Key: `[kind, server]`. */
  mcp: { key: ['secrets' | 'confirmed', string]; value: unknown };
  /** The agent's actions, oldest first. Key: an increasing number. */
  telemetry: { key: number; value: unknown };
}

export type DevonzDatabase = IDBPDatabase<DevonzSchema>;
