import type { NpmSession } from '../npm-session.ts';

/** Returns true if input and output are a terminal, so that the user can answer. */
export function isInteractive(session: NpmSession): boolean {
  const { system } = session.context;
  return [0, 1].every((descriptor) => {
    try {
      return system.sync('isTerminal', descriptor);
    } catch {
      return false;
    }
  });
}

/** Asks on the terminal. Returns null at the end of input or on Ctrl-C. */
export async function ask(session: NpmSession, question: string): Promise<string | null> {
  const { system } = session.context;
  await session.output.flush();
  await system.async('write', 1, new TextEncoder().encode(question), null);
  const decoder = new TextDecoder();
  let line = '';
  let stop = () => {};
  const aborted = new Promise<null>((resolve) => {
    stop = () => resolve(null);
    session.signal.addEventListener('abort', stop, { once: true });
  });
  while (!line.includes('\n')) {
    const chunk = await Promise.race([system.async('read', 0, 4096, null), aborted]);
    if (chunk === null || chunk.byteLength === 0) return null;
    line += decoder.decode(chunk, { stream: true });
  }
  session.signal.removeEventListener('abort', stop);
  return line.slice(0, line.indexOf('\n')).replace(/\r$/, '');
}
