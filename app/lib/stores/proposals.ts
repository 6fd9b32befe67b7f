import { atom } from 'nanostores';
import type { ApprovalId } from '../protocol/ids.ts';

/** What a user has chosen of a proposal and not yet sent; its card and the editor show the same. */
export interface ProposalChoice {
  /** Hunks that are left out, each with the reason for it. */
  refused: ReadonlyMap<number, string>;
  /** Hunks in all; 0 until the change has been read. */
  count: number;
}

export const $proposalChoices = atom<ReadonlyMap<ApprovalId, ProposalChoice>>(new Map());

/** Changes that the user can see, or of which there is nothing to see: no other may be approved. */
export const $readProposals = atom<ReadonlySet<ApprovalId>>(new Set());

/** Requests that could not be drawn: nobody sees what they would do, whatever has been read of them. */
export const $undrawnRequests = atom<ReadonlySet<ApprovalId>>(new Set());

/** The card whose form is open: one that denies with a reason, or one that changes the call. */
export const $approvalForm = atom<{ approvalId: ApprovalId; form: 'deny' | 'edit' } | null>(null);
