import { type Reason, reasonText } from '../../protocol/texts/reason.ts';
/** Where files to be brought in come from. A worker reads it: whatever is here can be cloned. */
export type ImportSource =
  /** Of a folder, or chosen one by one; paths with `/`. `name`: of the folder, null where there is none. */
  | { type: 'files'; name: string | null; files: readonly SourceFile[]; skipped: readonly SkippedEntry[] }
  /** `folder`: the part of it that is wanted, below the one folder that all is in; absent: all. */
  | { type: 'zip'; name: string; file: Blob; folder?: string };

/** Also one whose files are still being listed. */
export type ComingSource = ImportSource | Promise<ImportSource>;

/** What was left out while it was collected. */
export interface SkippedEntry {
  path: string;
  reason: LeftOutReason;
}

export interface SourceFile {
  path: string;
  file: Blob;
}

/** How to come by the content of a file. */
export interface SourceContent {
  read(): Promise<Uint8Array>;
  /** Of a file that is one by itself: many can be read in one go. */
  blob?: Blob;
}

/** What a source says of one of its files, before anything is read. Its name is as a stranger wrote it. */
export type SourceEntry =
  | ({ kind: 'file'; path: string; size: number; isExecutable: boolean } & SourceContent)
  /** It cannot be a file of a project. */
  | { kind: 'other'; path: string; reason: LeftOutReason };

export interface OpenedSource {
  name: string | null;
  entries: readonly SourceEntry[];
  /** It is no project but a whole session, with its chat. */
  isSession: boolean;
}

export type LeftOutReason =
  | 'packages'
  | 'git'
  | 'made'
  | 'system'
  | 'ignored'
  | 'large'
  | 'name'
  | 'link'
  | 'outside'
  | 'keys'
  | 'twice'
  | 'encrypted'
  | 'method'
  | 'damaged';

/** Why something of a source is no file of a project: fit for a user. */
export class ImportProblem extends Error {
  override readonly name = 'ImportProblem';
  /** The worker that reads knows no language: the page says it. */
  readonly reason: Reason;

  /** A string: it is in the user's language already. */
  constructor(why: Reason | string) {
    const reason = typeof why === 'string' ? { text: why } : why;
    super(reasonText(reason));
    this.reason = reason;
  }
}
