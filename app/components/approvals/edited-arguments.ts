import type { ArgumentField } from '../../lib/chat/argument-fields.ts';
import { t } from '../../lib/i18n/t.ts';
import { type JsonValue, jsonValueSchema } from '../../lib/protocol/message.ts';

export type JsonObject = { [name: string]: JsonValue };

export function objectOf(input: JsonValue): JsonObject | null {
  return input === null || typeof input !== 'object' || Array.isArray(input) ? null : input;
}

/** Returns an argument as the text of its field; empty if it is not set. */
export function textOfArgument(value: JsonValue | undefined): string {
  if (value === undefined) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

export type EditedArguments = { ok: true; input: JsonObject } | { ok: false; name: string; problem: string };

/** Returns the whole input with the edited fields; arguments without a field are unchanged. */
export function editedArguments(
  input: JsonObject,
  fields: readonly ArgumentField[],
  texts: Readonly<Record<string, string>>,
): EditedArguments {
  const edited: JsonObject = { ...input };
  for (const field of fields) {
    const text = texts[field.name] ?? '';
    // An untouched field keeps exactly the model's value.
    if (text === textOfArgument(input[field.name])) continue;
    const isAbsent = text.trim() === '' && !(field.type === 'text' && field.isRequired);
    if (isAbsent && field.isRequired) return { ok: false, name: field.name, problem: t('It is needed.') };
    if (isAbsent) delete edited[field.name];
    else {
      const value = typedValue(field, text);
      if (value === undefined) return { ok: false, name: field.name, problem: PROBLEMS[field.type]() };
      edited[field.name] = field.name === 'command' && typeof value === 'string' ? withoutLastBreaks(value) : value;
    }
  }
  return { ok: true, input: edited };
}

/** Removes final line breaks, because rules and cards compare the command that runs. */
function withoutLastBreaks(command: string): string {
  return command.replace(/[\r\n]+$/, '');
}

const PROBLEMS: Readonly<Record<ArgumentField['type'], () => string>> = {
  text: () => '',
  choice: () => '',
  number: () => t('This is not a number.'),
  boolean: () => t('This is neither true nor false.'),
  json: () => t('This is not valid JSON.'),
};

function typedValue({ type }: ArgumentField, text: string): JsonValue | undefined {
  if (type === 'text' || type === 'choice') return text;
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (type !== 'json') return typeof parsed === type ? jsonValueSchema.parse(parsed) : undefined;
  return jsonValueSchema.parse(parsed);
}
