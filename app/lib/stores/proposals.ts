import { atom } from 'nanostores';
import type { ApprovalId } from '../protocol/ids.ts';

/** The user's choices for a proposal that are not sent yet, shared by its card and the editor. */
export interface ProposalChoice {
  /** Excluded hunks, each with its reason. */
  refused: ReadonlyMap<number, string>;
  /** Total number of hunks; 0 until the change has been read. */
  count: number;
}

export const $proposalChoices = atom<ReadonlyMap<ApprovalId, ProposalChoice>>(new Map());

/** Changes that the user can see, or that have nothing to show: only these may be approved. */
export const $readProposals = atom<ReadonlySet<ApprovalId>>(new Set());

/** Requests that could not be drawn: the user cannot see their effect, even if they were read. */
export const $undrawnRequests = atom<ReadonlySet<ApprovalId>>(new Set());

/** The card with an open form: to deny with a reason, or to edit the call. */
export const $approvalForm = atom<{ approvalId: ApprovalId; form: 'deny' | 'edit' } | null>(null);
