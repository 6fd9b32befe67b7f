import type { FileStatus } from '../../../../abi/system-calls.ts';

export interface FindEntry {
  path: string;
  depth: number;
  status: FileStatus;
  /** Set by -prune. */
  isPruned: boolean;
}
