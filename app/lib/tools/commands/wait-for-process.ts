import type { ToolContext } from '../../agent/contract/tool-definition.ts';
import type { AgentProcess, ProcessControl, ProcessLog } from '../../runtime/types.ts';
import { secondsText } from './seconds-text.ts';

/** If both are null, the end of the process is awaited. */
export interface AwaitedEvent {
  port: number | null;
  text: string | null;
  limitMs: number;
}

export interface WaitResult {
  process: AgentProcess | null;
  /** The text printed since the wait began. */
  printedSince: string;
  note: string;
}

const LOOK_EVERY_MS = 100;
const AT_ONCE_MS = 500;
const LONGEST_LINE = 300;

type WaitContext = Pick<ToolContext, 'workspace' | 'signal' | 'clock' | 'preview'>;

/**
 * Waits until the condition is met or can no longer be met, because the process has ended or asks for input. With `processId` null, any
 * process may open the port, also one that the user has started.
 */
export async function waitForProcess(
  { workspace, signal, clock, preview }: WaitContext,
  processId: string | null,
  awaited: AwaitedEvent,
): Promise<WaitResult> {
  const { processes } = workspace;
  const begun = clock.now();
  const before = processId === null ? null : await processes.log(processId);
  // If none of the agent's processes runs, the user's own server may be starting.
  const isUsers = preview !== undefined && (await processes.list()).every(({ exitCode }) => exitCode !== null);
  for (;;) {
    const list = await processes.list();
    const process = processId === null ? ownerOf(list, awaited.port) : (list.find((one) => one.processId === processId) ?? null);
    const since = before === null || process === null ? '' : printedSince(before, await processes.log(process.processId));
    const passed = clock.now() - begun;
    const note = await endOfWait({ processes, process, awaited, before, list, preview, isUsers }, passed);
    if (note !== null) return { process, printedSince: since, note };
    if (signal.aborted || passed >= awaited.limitMs) {
      return { process, printedSince: since, note: limitNote(process, awaited, passed, clock.now()) };
    }
    await clock.sleep(LOOK_EVERY_MS, signal);
  }
}

/** Returns the part of a log that is new since it was `before`; all of it if an earlier part was redrawn or is no longer kept. */
export function printedSince(before: ProcessLog, now: ProcessLog): string {
  if (now.dropped !== before.dropped) return now.text.slice(Math.max(0, before.dropped + before.text.length - now.dropped));
  let same = 0;
  while (same < before.text.length && before.text[same] === now.text[same]) same++;
  // A redrawn line counts as new.
  return now.text.slice(same === before.text.length ? same : now.text.lastIndexOf('\n', same - 1) + 1);
}

function ownerOf(list: readonly AgentProcess[], port: number | null): AgentProcess | null {
  return list.find(({ ports }) => ports.some((one) => one.port === port)) ?? null;
}

interface Look {
  processes: ProcessControl;
  process: AgentProcess | null;
  awaited: AwaitedEvent;
  before: ProcessLog | null;
  list: readonly AgentProcess[];
  preview: ToolContext['preview'];
  isUsers: boolean;
}

/** Returns the sentence that ends the wait; null if it continues. */
async function endOfWait({ processes, process, awaited, before, list, preview, isUsers }: Look, passed: number): Promise<string | null> {
  if (process === null) {
    if (awaited.port !== null && preview?.ports().includes(awaited.port) === true)
      return `Port ${awaited.port} is open${afterText(passed)}; the server is none of your commands.`;
    const isAnyAlive = isUsers || list.some(({ exitCode }) => exitCode === null);
    return isAnyAlive ? null : `Nothing of yours runs in the background any more, so port ${awaited.port} does not open.`;
  }
  const open = process.ports.find(({ port }) => port === awaited.port);
  // Whoever waited for it learns the address of the preview; it is long, so nobody does a second time.
  if (open !== undefined)
    return isAtOnce(passed) ? `Port ${open.port} is open.` : `Port ${open.port} is open (${open.url})${afterText(passed)}.`;
  if (awaited.text !== null) {
    const found = await foundText(processes, process.processId, awaited.text, before, passed);
    if (found !== null) return found;
  }
  if (process.exitCode !== null) {
    const missed = awaited.port !== null || awaited.text !== null ? ', and what you waited for has not come' : '';
    return `It has ended with exit code ${process.exitCode}${afterText(passed)}${missed}.`;
  }
  if (process.waitsFor === null) return null;
  return `It waits for input${process.waitsFor.prompt === '' ? ', with no prompt' : ''}: answer with action "input".`;
}

/** Returns an empty text if the end was there from the start. */
function afterText(passed: number): string {
  return isAtOnce(passed) ? '' : `, after ${secondsText(passed)}`;
}

function isAtOnce(passed: number): boolean {
  return passed < AT_ONCE_MS;
}

async function foundText(
  processes: ProcessControl,
  processId: string,
  wanted: string,
  before: ProcessLog | null,
  passed: number,
): Promise<string | null> {
  const { text } = await processes.log(processId);
  const at = text.lastIndexOf(wanted);
  if (at === -1) return null;
  const end = text.indexOf('\n', at);
  const line = text.slice(text.lastIndexOf('\n', at) + 1, end === -1 ? undefined : end).slice(0, LONGEST_LINE);
  const isOld = before?.text.includes(wanted) === true;
  return `It ${isOld ? 'had printed that before the wait' : `has printed that${afterText(passed)}`}: ${line}`;
}

function limitNote(process: AgentProcess | null, { port, text }: AwaitedEvent, passed: number, now: number): string {
  const wanted = text !== null ? 'has not printed that' : port !== null ? `is not listening on port ${port} yet` : 'has not ended';
  if (process === null) return `Nothing is listening on port ${port} yet, after ${secondsText(passed)}.`;
  const others = process.ports.map((one) => one.port).filter((one) => one !== port);
  const listening = others.length === 0 ? '' : ` It listens on ${others.join(', ')}.`;
  return `It runs since ${secondsText(now - process.startedAt)} and ${wanted}; the wait of ${secondsText(passed)} is over.${listening}`;
}
