import { because } from '../../protocol/texts/reason.ts';
import type { ToolIntent } from '../contract/tool-definition.ts';
import { askAgain } from './ask-again.ts';
import { type Judgement, single } from './policy-decision.ts';

const WHY = because(
  'this run has read from outside (the web, an MCP server, or a session that somebody else made), and what it read could be behind this',
);

/** What is put together can carry what the project holds to a host that is already allowed. */
const WHY_ADDRESS = because(
  'this run has read from outside, and neither you nor what it read names this address: the model has put it together, and it may carry something of your project',
);

/**
 * A page, or what an MCP server answers, may hold instructions that a model follows. After such a text was read, what only a general
 * setting lets pass asks: the user allowed it before there was such a text.
 */
export function afterOutsideRead(decision: Judgement, intent: ToolIntent): Judgement {
  if (intent.kind === 'address') return intent.isGiven ? decision : single('ask', WHY_ADDRESS, intent.address);
  return intent.kind === 'read' || intent.kind === 'control' ? decision : askAgain(decision, intent, WHY);
}
