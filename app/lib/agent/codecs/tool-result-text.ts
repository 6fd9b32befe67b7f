import type { JsonValue, ToolPart } from '../../protocol/message.ts';
import { isDeniedMessage } from '../calls/denied-message.ts';
import { printOutput } from '../results/print-output.ts';

/**
 * The result of a call as text, for models without function calling. It repeats the command, because the text does not otherwise show the
 * call.
 */
export function toolResultText(part: ToolPart): string {
  const command = fieldOf(part.input, 'command');
  const subject = typeof command === 'string' ? [`Command: ${command}`] : [];
  return [`Tool result ${part.toolName}`, ...subject, bodyOf(part)].join('\n');
}

function bodyOf(part: ToolPart): string {
  switch (part.state) {
    case 'output-available':
      return printOutput(part.output);
    case 'input-available':
      return 'Not executed: it has no result.';
    case 'output-error':
      return `${isDeniedMessage(part.errorText) ? 'Not executed' : 'Error'}: ${part.errorText}`;
  }
}

function fieldOf(value: JsonValue, name: string): JsonValue | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  return new Map(Object.entries(value)).get(name);
}
