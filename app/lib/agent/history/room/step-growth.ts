import type { ChatMessage } from '../../../protocol/message.ts';
import { sizeOfMessage } from '../token-gauge.ts';

/** Number of newest steps from which the size of the next ones is estimated. */
const NEWEST = 4;

/** Returns how many characters a step adds to the conversation, estimated from the newest ones; 0 if there are none. */
export function stepGrowth(messages: readonly ChatMessage[]): number {
  const steps = messages.flatMap(({ role }, index) => (role === 'assistant' ? [index] : [])).slice(-NEWEST);
  const [first] = steps;
  if (first === undefined) return 0;
  return Math.ceil(messages.slice(first).reduce((sum, message) => sum + sizeOfMessage(message), 0) / steps.length);
}
