import type { ToolContext, ToolFailure } from '../../agent/contract/tool-definition.ts';
import type { PreviewPages } from '../../agent/contract/tool-ports.ts';
import type { AgentProcess } from '../../runtime/types.ts';
import { failure } from '../failure.ts';
import { secondsText } from './seconds-text.ts';

/** How long a named port is awaited while nothing of the agent's is starting: the user's own server may be. */
const USERS_WAIT_MS = 3_000;
/** How long to wait for a server that was just started, and how long after its start it counts as starting. */
const WAIT_MS = 15_000;
const STARTING_MS = 120_000;
const LOOK_EVERY_MS = 250;

/**
 * Returns the port whose page should be examined. Waits for a server that is starting; a failure names the starting process and what to do.
 */
export async function awaitPagePort(
  { workspace, clock, signal }: ToolContext,
  preview: PreviewPages,
  port: number | undefined,
): Promise<{ ok: true; port: number } | ToolFailure> {
  const begun = clock.now();
  for (;;) {
    const ports = preview.ports();
    const wanted = port ?? ports[0];
    if (wanted !== undefined && ports.includes(wanted)) return { ok: true, port: wanted };
    const list = await workspace.processes.list();
    const now = clock.now();
    const isStarting = list.some((one) => isRunning(one) && one.waitsFor === null && now - one.startedAt < STARTING_MS);
    const limit = isStarting ? WAIT_MS : port === undefined ? 0 : USERS_WAIT_MS;
    if (signal.aborted || now - begun >= limit) return failure('not_found', whyNone(ports, port, list, now));
    await clock.sleep(LOOK_EVERY_MS, signal);
  }
}

function whyNone(ports: readonly number[], port: number | undefined, list: readonly AgentProcess[], now: number): string {
  const begin =
    port === undefined || ports.length === 0
      ? 'No server of the project has opened a port.'
      : `No page on port ${port}. Ports with a page: ${ports.join(', ')}.`;
  const silent = list.filter((one) => isRunning(one) && one.ports.length === 0);
  if (silent.length > 0) {
    const names = silent.map((one) => stateOf(one, now)).join('; ');
    return `${begin} In the background: ${names}. devonz_process waits for it (action "wait", with processId and port or text) and shows what it prints ("logs").`;
  }
  const ended = ports.length === 0 ? list.findLast(({ exitCode }) => exitCode !== null) : undefined;
  if (ended !== undefined) {
    return `${begin} ${ended.processId} (${ended.command}) has ended with exit code ${ended.exitCode}; devonz_process shows what it printed (action "logs").`;
  }
  return ports.length === 0 ? `${begin} Start one with devonz_run_command, such as "npm run dev".` : begin;
}

function isRunning({ exitCode }: AgentProcess): boolean {
  return exitCode === null;
}

function stateOf({ processId, command, startedAt, waitsFor }: AgentProcess, now: number): string {
  const state = waitsFor === null ? 'not listening yet' : `waits for input (${waitsFor.prompt})`;
  const age = now - startedAt;
  const since = age < STARTING_MS ? `starting since ${secondsText(age)}` : `started ${secondsText(age)} ago`;
  return `${processId} (${command}), ${since}, ${state}`;
}
