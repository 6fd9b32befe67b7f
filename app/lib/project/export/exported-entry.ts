/** One entry of an export. Paths are the project's own; the code that writes them makes them safe. */
export type ExportedEntry =
  /** `read` returns null if the file is gone by then. `copyOf`: the path whose content it is, in place of a link to it. */
  | { kind: 'file'; path: string; isExecutable: boolean; copyOf?: string; read(): Promise<Uint8Array | null> }
  /** An empty folder; other folders are created with their files. */
  | { kind: 'folder'; path: string }
  /** The target is relative to the link and inside the project. */
  | { kind: 'link'; path: string; target: string };
