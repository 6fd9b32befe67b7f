import { atom } from 'nanostores';
import type { HostDecision } from '../protocol/outbound/outbound-hosts.ts';

/** A program, or the agent, wants to reach a host that nothing has been said about. */
export interface HostQuestion {
  id: number;
  host: string;
  /** Requests that wait for the answer. */
  waiting: number;
  /** The agent asked first: it wants to read a page. */
  isOfAgent?: true;
}
/** The oldest first. */
export const $hostQuestions = atom<readonly HostQuestion[]>([]);

export interface OutboundState {
  /** Whether the server passes requests on at all, for this runtime. */
  isAvailable: boolean;
  /** Of the open project, the newest last. */
  decisions: readonly HostDecision[];
  /** Decisions in other projects. */
  others: number;
  /** No new host is asked about: the user has had enough of questions. */
  isMuted: boolean;
}
export const NO_OUTBOUND: OutboundState = { isAvailable: false, decisions: [], others: 0, isMuted: false };
export const $outbound = atom<OutboundState>(NO_OUTBOUND);
