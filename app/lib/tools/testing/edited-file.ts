import type { FileVersions, OwnChange, PastContent } from '../../agent/contract/tool-ports.ts';
import { MemoryWorkspace } from '../../runtime/memory/memory-workspace.ts';
import { toolContext } from './run-tool.ts';

export const fileOf = (text: string): PastContent => ({ kind: 'file', bytes: new TextEncoder().encode(text) });
export const ABSENT: PastContent = { kind: 'absent' };
/** A change of the agent itself, that many of its answers ago. */
export const own = (stepsAgo: number, rest: Partial<OwnChange> = {}) => ({
  kind: 'agent' as const,
  toolName: 'devonz_edit_file',
  stepsAgo,
  isInEffect: true,
  restored: null,
  ...rest,
});

export const THEN = 'one\ntwo\nthree\nfour\nfive\nsix\n';
export const NOW = 'one\n2\nthree\nfour\n5\n5b\nsix\n';
export const BETWEEN = 'one\n2\nthree\nfour\nfive\nsix\n';

/** A file of six lines that an edit has changed in two places, in one task of two steps. */
export function editedFile(files: Record<string, string | Uint8Array> = { 'src/a.ts': NOW }, past: Partial<FileVersions> = {}) {
  const workspace = new MemoryWorkspace(files);
  const at = (step: number) => (step <= 20 ? fileOf(THEN) : step <= 22 ? fileOf(BETWEEN) : fileOf(NOW));
  const port: FileVersions = {
    places: async () => [
      { step: 22, ref: 'change 2', ...own(1), at: 0, what: 'Wrote src/a.ts', label: null, files: ['src/a.ts'] },
      { step: 21, ref: 'event 1', kind: 'other', at: 0, what: 'The user: Wrote b.ts', label: null, files: ['b.ts'] },
      { step: 20, ref: 'change 1', ...own(3), at: 0, what: 'Wrote src/a.ts', label: null, files: ['src/a.ts'] },
      { step: 19, ref: 'task 2', kind: 'task', at: 0, what: 'Use digits', label: null, files: [] },
      { step: 3, ref: 'task 1', kind: 'task', at: 0, what: 'Begin', label: null, files: [] },
    ],
    readBefore: async (path, step) => (path === 'src/a.ts' && step > 3 ? at(step) : ABSENT),
    changedSince: async () => [{ path: 'src/a.ts', before: fileOf(THEN), by: ['agent'] }],
    list: async () => [],
    read: async (path, version) => (path === 'src/a.ts' ? (version === 20 ? fileOf(BETWEEN) : version === 22 ? fileOf(NOW) : null) : null),
    ...past,
  };
  return { workspace, context: { ...toolContext(workspace), versions: port } };
}
