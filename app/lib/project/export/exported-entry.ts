/** What leaves the browser. Paths are as the project has them; who writes them makes them safe. */
export type ExportedEntry =
  /** `read` gives null where it is gone by then. */
  | { kind: 'file'; path: string; isExecutable: boolean; read(): Promise<Uint8Array | null> }
  /** One that holds nothing: others come with their files. */
  | { kind: 'folder'; path: string }
  /** Its target is relative to it, and inside the project. */
  | { kind: 'link'; path: string; target: string };
