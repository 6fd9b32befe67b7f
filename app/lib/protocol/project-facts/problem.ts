export interface Problem {
  source: 'terminal' | 'preview' | 'build';
  message: string;
  file?: string;
  line?: number;
  /** How often it was seen since the last change of a file. */
  count: number;
  /** What found it, where that is not what runs. */
  tool?: 'TypeScript';
  isWarning?: true;
}
