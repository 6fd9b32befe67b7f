import { useStore } from '@nanostores/react';
import { $activeTab } from '../../../lib/stores/files.ts';
import { ProposalView } from '../../approvals/proposal-view.tsx';
import { useWaitingProposal } from '../../approvals/waiting-proposal.ts';
import { EditorArea } from '../../editor/editor-area.tsx';

/** The editor, including a proposed change to the file that waits for approval. */
export function ProposalEditor() {
  const path = useStore($activeTab);
  const call = useWaitingProposal(path);
  const isShown = path !== null && call !== null;
  return <EditorArea proposal={isShown ? <ProposalView key={call.approval.approvalId} call={call} path={path} /> : null} />;
}
