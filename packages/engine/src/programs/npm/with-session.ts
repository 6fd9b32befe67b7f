import type { ProgramContext } from '../../abi/program.ts';
import type { CommandLine } from './command-line.ts';
import type { Manager } from './managers/manager.ts';
import { NpmError } from './npm-error.ts';
import { createSession, type NpmHost, type NpmSession } from './npm-session.ts';

/** Opens a session and runs a command in it. SIGINT and SIGTERM stop it between two steps, leaving the previous tree unchanged. */
export async function withSession(
  context: ProgramContext,
  { host, manager }: { host: NpmHost; manager: Manager },
  commandLine: CommandLine,
  run: (session: NpmSession) => Promise<number>,
): Promise<number> {
  const abort = new AbortController();
  let stoppedBy = 0;
  const stopListening = context.system.onPush((push) => {
    if (push.type !== 'signal' || (push.signal !== 'SIGINT' && push.signal !== 'SIGTERM')) return;
    stoppedBy = push.signal === 'SIGINT' ? 130 : 143;
    abort.abort();
  });
  await context.system.async('handleSignals', ['SIGINT', 'SIGTERM']);
  const session = createSession(context, { host, manager }, commandLine, abort.signal);
  try {
    const exitCode = await run(session);
    return exitCode === 0 && stoppedBy !== 0 ? stoppedBy : exitCode;
  } catch (error) {
    if (stoppedBy !== 0) return stoppedBy;
    report(session, error);
    return error instanceof NpmError ? error.exitCode : 1;
  } finally {
    stopListening();
    await session.client.cache.settle();
    await session.output.flush();
  }
}

function report(session: NpmSession, error: unknown): void {
  if (error instanceof NpmError) {
    session.output.failure(error.code, error.lines);
    return;
  }
  const code = typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'string' ? error.code : null;
  session.output.failure(code, [describe(error)]);
}

function describe(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
