import { atom } from 'nanostores';
import type { HostDecision } from '../protocol/outbound/outbound-hosts.ts';

/** A program or the agent wants to reach a host for which there is no decision. */
export interface HostQuestion {
  id: number;
  host: string;
  /** Number of requests that wait for the answer. */
  waiting: number;
  /** Set if the agent, not a program, was the first to ask for this host. */
  isOfAgent?: true;
}
/** Oldest first. */
export const $hostQuestions = atom<readonly HostQuestion[]>([]);

export interface OutboundState {
  /** Whether the server relays requests at all, for this runtime. */
  isAvailable: boolean;
  /** Decisions of the open project, newest last. */
  decisions: readonly HostDecision[];
  /** Number of decisions in other projects. */
  others: number;
  /** The user has muted questions about new hosts. */
  isMuted: boolean;
}
export const NO_OUTBOUND: OutboundState = { isAvailable: false, decisions: [], others: 0, isMuted: false };
export const $outbound = atom<OutboundState>(NO_OUTBOUND);
