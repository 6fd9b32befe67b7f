/**
 * The session's states and the only edges between them:
 *
 *   idle ─start─▶ thinking ─tool-calls─▶ executing ─all-answered─▶ thinking ─ … ─complete─▶ completed
 *                    │                      │  ▲
 *                    │ ask-user             │  │ approved
 *                    │        approval-needed  │
 *                    │                      ▼  │
 *                    │               waiting_for_approval ─denied (nothing left to run)─▶ thinking
 *                    ▼
 *             waiting_for_user ─answer─▶ thinking
 *
 *   completed ─new-task─▶ thinking      error ─retry─▶ thinking
 *   any ─fail─▶ error                   any ─stop─▶ idle
 */
import type { AgentStatus } from '../../protocol/session-state.ts';
import { ImpossibleTransitionError } from '../contract/errors.ts';

export const MACHINE_EVENTS = [
  'start',
  'tool-calls',
  'all-answered',
  'approval-needed',
  'approved',
  'denied',
  'ask-user',
  'answer',
  'complete',
  'new-task',
  'retry',
  'fail',
  'stop',
] as const;
export type MachineEvent = (typeof MACHINE_EVENTS)[number];

const EDGES: Readonly<Record<AgentStatus, Partial<Record<MachineEvent, AgentStatus>>>> = {
  idle: { start: 'thinking' },
  thinking: { 'tool-calls': 'executing', 'ask-user': 'waiting_for_user', complete: 'completed' },
  executing: { 'all-answered': 'thinking', 'approval-needed': 'waiting_for_approval' },
  waiting_for_approval: { approved: 'executing', denied: 'thinking' },
  waiting_for_user: { answer: 'thinking' },
  error: { retry: 'thinking' },
  completed: { 'new-task': 'thinking' },
};

/** Returns the status after `event`, or null if there is no such edge. */
export function nextStatus(status: AgentStatus, event: MachineEvent): AgentStatus | null {
  if (event === 'fail') return 'error';
  if (event === 'stop') return 'idle';
  return EDGES[status][event] ?? null;
}

/** Like `nextStatus`, but throws an `ImpossibleTransitionError` if there is no such edge. */
export function transition(status: AgentStatus, event: MachineEvent): AgentStatus {
  const next = nextStatus(status, event);
  if (next === null) throw new ImpossibleTransitionError(status, event);
  return next;
}

/** Returns the event that makes a resting session think again; null while it is at work. */
export function wakeEvent(status: AgentStatus): MachineEvent | null {
  switch (status) {
    case 'idle':
      return 'start';
    case 'completed':
      return 'new-task';
    case 'error':
      return 'retry';
    case 'waiting_for_user':
      return 'answer';
    case 'thinking':
    case 'executing':
    case 'waiting_for_approval':
      return null;
  }
}

/** The combined state of a step's calls while the session is at work. */
export type CallsAre = 'waiting' | 'open' | 'answered';

/** Returns the event that brings a session at work in line with its calls; null if it already is. */
export function callsEvent(status: AgentStatus, calls: CallsAre): MachineEvent | null {
  switch (status) {
    case 'thinking':
      return calls === 'answered' ? null : 'tool-calls';
    case 'executing':
      if (calls === 'open') return null;
      return calls === 'waiting' ? 'approval-needed' : 'all-answered';
    case 'waiting_for_approval':
      if (calls === 'waiting') return null;
      return calls === 'open' ? 'approved' : 'denied';
    default:
      return null;
  }
}
