import type {
  LanguageModelV3FilePart,
  LanguageModelV3FunctionTool,
  LanguageModelV3Message,
  LanguageModelV3Prompt,
  LanguageModelV3ProviderTool,
} from '@ai-sdk/provider';
import { resultText } from '../result-text.ts';

/** A message as Ollama's `/api/chat` takes it. */
export interface OllamaMessage {
  role: 'system' | 'user' | 'assistant' | 'tool';
  content: string;
  thinking?: string;
  /** In base64. */
  images?: string[];
  tool_calls?: { function: { name: string; arguments: unknown } }[];
  tool_name?: string;
}

export function toOllamaMessages(prompt: LanguageModelV3Prompt): OllamaMessage[] {
  return prompt.flatMap(toMessages);
}

function toMessages(message: LanguageModelV3Message): OllamaMessage[] {
  switch (message.role) {
    case 'system':
      return [{ role: 'system', content: message.content }];
    case 'user': {
      const images = message.content.flatMap((part) => (part.type === 'file' ? imageOf(part) : []));
      const content = message.content.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n');
      return [{ role: 'user', content, ...(images.length === 0 ? {} : { images }) }];
    }
    case 'assistant':
      return [assistantMessage(message.content)];
    case 'tool':
      return message.content.flatMap((part): OllamaMessage[] =>
        part.type === 'tool-result' ? [{ role: 'tool', tool_name: part.toolName, content: resultText(part.output) }] : [],
      );
  }
}

function assistantMessage(content: Extract<LanguageModelV3Message, { role: 'assistant' }>['content']): OllamaMessage {
  let text = '';
  let thinking = '';
  const calls: NonNullable<OllamaMessage['tool_calls']> = [];
  for (const part of content) {
    if (part.type === 'text') text += part.text;
    else if (part.type === 'reasoning') thinking += part.text;
    else if (part.type === 'tool-call') calls.push({ function: { name: part.toolName, arguments: part.input } });
  }
  return {
    role: 'assistant',
    content: text,
    ...(thinking === '' ? {} : { thinking }),
    ...(calls.length === 0 ? {} : { tool_calls: calls }),
  };
}

function imageOf({ data, mediaType }: LanguageModelV3FilePart): string[] {
  if (!mediaType.startsWith('image/') || data instanceof URL) return [];
  if (typeof data === 'string') return [data];
  let binary = '';
  for (let from = 0; from < data.length; from += 8_192) binary += String.fromCharCode(...data.subarray(from, from + 8_192));
  return [btoa(binary)];
}

export function toOllamaTools(tools: readonly (LanguageModelV3FunctionTool | LanguageModelV3ProviderTool)[] | undefined) {
  return (tools ?? []).flatMap((tool) =>
    tool.type === 'function'
      ? [{ type: 'function', function: { name: tool.name, description: tool.description ?? '', parameters: tool.inputSchema } }]
      : [],
  );
}
