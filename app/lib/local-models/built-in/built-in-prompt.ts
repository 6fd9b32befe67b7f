import type { LanguageModelV3FilePart, LanguageModelV3Prompt } from '@ai-sdk/provider';
import { resultText } from '../../models/result-text.ts';
import type { PromptContent, PromptMessage } from './prompt-api.ts';

export interface BuiltInPrompt {
  /** The initial prompts of the session. */
  before: PromptMessage[];
  /** The prompt itself. */
  last: PromptMessage[];
}

/** Converts a conversation to the Prompt API's format. Another model's tool calls become text. */
export function toBuiltInPrompt(prompt: LanguageModelV3Prompt): BuiltInPrompt {
  const messages = prompt.map(toMessage).filter(({ content }) => content.length > 0);
  const last = messages.at(-1);
  if (last === undefined) return { before: [], last: [] };
  const before = messages.slice(0, -1);
  return { before, last: [last.role === 'assistant' ? { ...last, prefix: true } : last] };
}

function toMessage(message: LanguageModelV3Prompt[number]): PromptMessage {
  switch (message.role) {
    case 'system':
      return { role: 'system', content: text(message.content) };
    case 'user':
      return { role: 'user', content: message.content.flatMap((part) => (part.type === 'text' ? text(part.text) : image(part))) };
    case 'assistant':
      return { role: 'assistant', content: message.content.flatMap(ofAssistant) };
    case 'tool':
      return {
        role: 'user',
        content: message.content.flatMap((part) =>
          part.type === 'tool-result' ? text(`[Result of ${part.toolName}]\n${resultText(part.output)}`) : [],
        ),
      };
  }
}

function ofAssistant(part: Extract<LanguageModelV3Prompt[number], { role: 'assistant' }>['content'][number]): PromptContent[] {
  if (part.type === 'text') return text(part.text);
  return part.type === 'tool-call' ? text(`[Called ${part.toolName} with ${JSON.stringify(part.input)}]`) : [];
}

function text(value: string): PromptContent[] {
  return value === '' ? [] : [{ type: 'text', value }];
}

function image({ data, mediaType }: LanguageModelV3FilePart): PromptContent[] {
  if (!mediaType.startsWith('image/') || data instanceof URL) return [];
  const bytes = typeof data === 'string' ? Uint8Array.from(atob(data), (character) => character.charCodeAt(0)) : data.slice();
  return [{ type: 'image', value: new Blob([bytes], { type: mediaType }) }];
}
