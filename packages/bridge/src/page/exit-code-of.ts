import type { ServerMessage } from '../protocol/server-messages.ts';

const SIGNALS: Readonly<Record<string, number>> = {
  SIGHUP: 1,
  SIGINT: 2,
  SIGQUIT: 3,
  SIGILL: 4,
  SIGTRAP: 5,
  SIGABRT: 6,
  SIGBUS: 7,
  SIGFPE: 8,
  SIGKILL: 9,
  SIGUSR1: 10,
  SIGSEGV: 11,
  SIGUSR2: 12,
  SIGPIPE: 13,
  SIGALRM: 14,
  SIGTERM: 15,
};
/** The exit code of `ssh` when its connection breaks. */
const LOST = 255;

/** The number that a shell gives for the end of a program. */
export function exitCodeOf(end: Extract<ServerMessage, { type: 'end' }>['end']): number {
  switch (end.type) {
    case 'exited':
      return end.code;
    case 'killed':
      return 128 + (SIGNALS[end.signal] ?? 0);
    case 'lost':
      return LOST;
  }
}
