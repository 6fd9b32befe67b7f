import type { MessagePart } from '../../protocol/message.ts';
import type { StepFailure } from '../errors.ts';

/** Why an answer that came to its end is none, in words; null where it is one: it makes a call, or says something. */
export function answerFailure(
  texts: readonly MessagePart[],
  hasCalls: boolean,
  finishReason: string,
): { message: string; failure: StepFailure } | null {
  if (finishReason === 'error') return { message: 'The model reported an error.', failure: 'cut-off' };
  const says = (type: 'text' | 'reasoning') => texts.some((part) => part.type === type && part.text.trim() !== '');
  if (hasCalls || says('text')) return null;
  const thought = says('reasoning') ? ' It only thought.' : '';
  switch (finishReason) {
    case 'content-filter':
      return { message: "The provider's filter withheld the answer. Say it in other words.", failure: 'content-refused' };
    case 'length':
      return { message: `The model used up the length of its answer before it said anything.${thought}`, failure: 'silent-end' };
    case 'stop':
    case 'tool-calls':
      return { message: `The model answered nothing.${thought}`, failure: 'silent-end' };
    default:
      return { message: `The model gave no answer (it ended with "${finishReason.slice(0, 40)}").${thought}`, failure: 'malformed' };
  }
}
