import { type Reason, reasonText } from '../../protocol/texts/reason.ts';
/** The source of an import. It is posted to a worker, so every field can be cloned. */
export type ImportSource =
  /** Files of a folder or single files; paths use `/`. `name` is the folder's name; null if there is no folder. */
  | { type: 'files'; name: string | null; files: readonly SourceFile[]; skipped: readonly SkippedEntry[] }
  /** `folder` is the wanted part inside the one folder that contains everything; if absent, everything is wanted. */
  | { type: 'zip'; name: string; file: Blob; folder?: string };

/** A source whose files may still be being listed. */
export type ComingSource = ImportSource | Promise<ImportSource>;

/** An entry that was left out while the files were collected. */
export interface SkippedEntry {
  path: string;
  reason: LeftOutReason;
}

export interface SourceFile {
  path: string;
  file: Blob;
}

/** Reads the content of a file. */
export interface SourceContent {
  read(): Promise<Uint8Array>;
  /** Present if the file is a blob: several blobs can be read at once. */
  blob?: Blob;
}

/** One entry of a source, before its content is read. Its name is untrusted. */
export type SourceEntry =
  | ({ kind: 'file'; path: string; size: number; isExecutable: boolean } & SourceContent)
  /** Something that cannot be a project file. */
  | { kind: 'other'; path: string; reason: LeftOutReason };

export interface OpenedSource {
  name: string | null;
  entries: readonly SourceEntry[];
  /** The source is an exported session with its chat, not a project. */
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

/** Why a source or an entry cannot be imported, in words for the user. */
export class ImportProblem extends Error {
  override readonly name = 'ImportProblem';
  /** The reading worker has no translations: the page makes the sentence. */
  readonly reason: Reason;

  /** A string is already in the user's language. */
  constructor(why: Reason | string) {
    const reason = typeof why === 'string' ? { text: why } : why;
    super(reasonText(reason));
    this.reason = reason;
  }
}
