import type { MessagePart } from '../../protocol/message.ts';
import { because, type Reason } from '../../protocol/texts/reason.ts';
import type { StepFailure } from '../contract/errors.ts';

/** Returns why a finished answer is unusable; null if it makes a call or contains text. */
export function answerFailure(
  texts: readonly MessagePart[],
  hasCalls: boolean,
  finishReason: string,
): { message: Reason; failure: StepFailure } | null {
  if (finishReason === 'error') return { message: because('The model reported an error.'), failure: 'cut-off' };
  const says = (type: 'text' | 'reasoning') => texts.some((part) => part.type === type && part.text.trim() !== '');
  if (hasCalls || says('text')) return null;
  const end = (message: Reason, failure: StepFailure) => ({
    message: says('reasoning') ? because('{what} It only thought.', { what: message }) : message,
    failure,
  });
  switch (finishReason) {
    case 'content-filter':
      return { message: because("The provider's filter withheld the answer. Say it in other words."), failure: 'content-refused' };
    case 'length':
      return end(because('The model used up the length of its answer before it said anything.'), 'silent-end');
    case 'stop':
    case 'tool-calls':
      return end(because('The model answered nothing.'), 'silent-end');
    default:
      return end(because('The model gave no answer (it ended with “{reason}”).', { reason: finishReason.slice(0, 40) }), 'malformed');
  }
}
