import type { ProcessRow } from '../machine/own-processes.ts';

/**
 * Prints for each process its id, its parent's and its session's (Linux). A program's name is in parentheses and may
 * itself contain some; zombie processes are left out.
 */
export const processRowsScript = `
cat /proc/[0-9]*/stat 2>/dev/null | sed -n 's/^\\([0-9]*\\) (.*) [^ZX] \\([0-9]*\\) [0-9]* \\([0-9]*\\) .*/\\1 \\2 \\3/p'
`;

export function parseProcessRows(text: string): ProcessRow[] {
  return [...text.matchAll(/^(\d+) (\d+) (\d+)$/gm)].map(([, pid, parent, session]) => ({
    pid: Number(pid),
    parent: Number(parent),
    session: Number(session),
  }));
}

/** Prints the sockets of the processes whose ids are the arguments, below one line for each process (Linux). */
export const socketOwnersScript = `
for bridge_pid in "$@"; do
  shift
  set -- "$@" "/proc/$bridge_pid/fd"
done
ls -ln "/proc/$$/fd" "$@" 2>/dev/null | sed -n -e 's/^\\/proc\\/\\([0-9]*\\)\\/fd:$/\\1/p' -e 's/^.* -> \\(socket:\\[[0-9]*]\\)$/\\1/p'
`;

export function parseSocketOwners(text: string): { pid: number; inode: string }[] {
  let pid = 0;
  return text.split('\n').flatMap((line) => {
    const [, inode] = /^socket:\[(\d+)\]$/.exec(line) ?? [];
    if (inode !== undefined) return [{ pid, inode }];
    if (/^\d+$/.test(line)) pid = Number(line);
    return [];
  });
}
