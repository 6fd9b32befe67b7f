import type { AttachmentSource } from '../../protocol/attachments/attachment.ts';
import type { JournalEvent } from '../../protocol/journal-event.ts';
import type { ChatMessage, MessagePart } from '../../protocol/message.ts';
import type { ToolEffect } from '../../protocol/tool-effect.ts';
import type { UserCommand } from '../../protocol/user-command.ts';
import type { PromptContext } from '../contract/agent-session.ts';
import type { Masker, SecretGuard } from '../contract/ports.ts';
import { attachmentPart, attachmentsOf } from '../conversation/attachment-part.ts';
import { mapStrings } from './map-strings.ts';

/** Returns the event with the values of secret files masked, except those of the files in `shown`. */
export async function recordable(event: JournalEvent, secrets: SecretGuard | undefined, shown: readonly string[]): Promise<JournalEvent> {
  return secrets === undefined || !mayHoldSecrets(event) ? event : maskedEvent(event, await secrets.masker(), shown);
}

/** Returns true if the event can contain text of a program, a file or another server that is later sent to a model. */
function mayHoldSecrets(event: JournalEvent): boolean {
  switch (event.type) {
    case 'tool-call-succeeded':
    case 'tool-call-failed':
    case 'tool-call-cancelled':
    case 'user-command':
    case 'guard-remark':
      return true;
    case 'user-message':
      return event.message.parts.some((part) => part.type === 'text' && part.attachment !== undefined);
    default:
      return false;
  }
}

/**
 * Returns the event to be stored. Text of the user and of the model is kept: its recipients know it already. `shown` lists secret files
 * whose values the user lets the model see in it.
 */
function maskedEvent(event: JournalEvent, mask: Masker, shown: readonly string[]): JournalEvent {
  const inText = (text: string) => mask(text, shown);
  switch (event.type) {
    case 'tool-call-succeeded': {
      const output = mapStrings(event.output, inText);
      const isSame = JSON.stringify(output) === JSON.stringify(event.output);
      return { ...event, output, effects: event.effects.map((effect) => maskedEffect(effect, inText, isSame)) };
    }
    case 'tool-call-failed':
    case 'tool-call-cancelled':
      return { ...event, message: inText(event.message) };
    case 'user-command':
      return { ...event, done: maskedCommand(event.done, inText(event.done.output)) };
    case 'guard-remark':
      return { ...event, text: inText(event.text) };
    case 'user-message':
      return { ...event, message: maskedMessage(event.message, mask) };
    default:
      return event;
  }
}

function maskedCommand({ errorParts, ...done }: UserCommand, output: string): UserCommand {
  // These are positions in the output, which masking has shifted.
  return { ...done, ...(output === done.output && errorParts !== undefined ? { errorParts } : {}), output };
}

/** Masks only the effects that a model can see. Diffs are for the page, whose user may see them. */
function maskedEffect(effect: ToolEffect, inText: (text: string) => string, isSame: boolean): ToolEffect {
  if (effect.type !== 'command-ran' && effect.type !== 'errors-listed') return effect;
  const errors = effect.errors.map(inText);
  if (effect.type === 'errors-listed') return { ...effect, errors };
  const { errorParts, ...others } = effect;
  // These are positions in the output, which masking has shifted.
  const kept = isSame && errorParts !== undefined ? { errorParts } : {};
  return { ...others, ...kept, command: inText(effect.command), errors };
}

/** Masks attachments, except those of secret files that the user attached explicitly. */
function maskedMessage(message: ChatMessage, mask: Masker): ChatMessage {
  return { ...message, parts: message.parts.map((part) => maskedAttachment(part, mask)) };
}

function maskedAttachment(part: MessagePart, mask: Masker): MessagePart {
  if (part.type !== 'text' || part.attachment === undefined) return part;
  const [attachment] = attachmentsOf({ parts: [part] });
  if (attachment === undefined || 'image' in attachment) return part;
  const { source } = attachment;
  const text = mask(attachment.text, source.kind === 'file' ? [source.path] : []);
  const named = maskedSource(source, mask);
  return text === attachment.text && named === source ? part : attachmentPart({ ...attachment, source: named, text });
}

/** Masks names and addresses that a server chose. */
function maskedSource(source: AttachmentSource, mask: Masker): AttachmentSource {
  if (source.kind === 'file' || source.kind === 'paste') return source;
  const masked = { ...source, name: mask(source.name, []), ...(source.kind === 'resource' ? { uri: mask(source.uri, []) } : {}) };
  return JSON.stringify(masked) === JSON.stringify(source) ? source : masked;
}

/** Masks the parts of the system prompt that come from files of the project. */
export function maskedContext(context: PromptContext, mask: Masker): PromptContext {
  const inText = (text: string) => mask(text, []);
  const inFile = <File extends { text: string }>(file: File): File => ({ ...file, text: inText(file.text) });
  const { rules, memory, routines, roles, delegate } = context;
  const described = <Named extends { description: string }>(named: Named) => ({ ...named, description: inText(named.description) });
  return {
    ...context,
    inForeign: inText,
    rules: rules.map(inFile),
    ...(memory == null ? {} : { memory: inFile(memory) }),
    ...(routines === undefined ? {} : { routines: routines.map((one) => ({ ...described(one), command: inText(one.command) })) }),
    ...(roles === undefined ? {} : { roles: roles.map(described) }),
    ...(delegate?.role == null ? {} : { delegate: { ...delegate, role: inFile(delegate.role) } }),
  };
}
