import { because } from '../../protocol/texts/reason.ts';
import type { ToolIntent } from '../contract/tool-definition.ts';
import { askAgain } from './ask-again.ts';
import { type Judgement, single } from './policy-decision.ts';

const WHY = because(
  'this run has read from outside (the web, an MCP server, or a session that somebody else made), and what it read could be behind this',
);

/** A composed address can carry project data to a host that is already allowed. */
const WHY_ADDRESS = because(
  'this run has read from outside, and neither you nor what it read names this address: the model has put it together, and it may carry something of your project',
);

/**
 * Makes an intent ask if only a general setting allows it, after text from outside was read: a page or an MCP server's answer may contain
 * instructions that a model follows, and the user chose the setting before that.
 */
export function afterOutsideRead(decision: Judgement, intent: ToolIntent): Judgement {
  if (intent.kind === 'address') return intent.isGiven ? decision : single('ask', WHY_ADDRESS, intent.address);
  return intent.kind === 'read' || intent.kind === 'control' ? decision : askAgain(decision, intent, WHY);
}
