export interface Problem {
  source: 'terminal' | 'preview' | 'build';
  message: string;
  file?: string;
  line?: number;
  /** How often it occurred since the last file change. */
  count: number;
  /** The tool that found it, if it is not the running program itself. */
  tool?: 'TypeScript';
  isWarning?: true;
}
