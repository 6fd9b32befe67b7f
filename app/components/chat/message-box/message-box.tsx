import './message-box.css';
import { useStore } from '@nanostores/react';
import { type FormEvent, Suspense, useEffect, useState } from 'react';
import { buttonName } from '../../../lib/button-names/button-name.ts';
import { t } from '../../../lib/i18n/t.ts';
import { $chat } from '../../../lib/stores/chat.ts';
import { $settings } from '../../../lib/stores/settings.ts';
import { useReadiness } from '../../page/workbench-context.tsx';
import { Icon } from '../../ui/icon.tsx';
import { useDeferredModule } from '../../ui/loading/deferred-module.ts';
import { lazyPart } from '../../ui/loading/lazy-part.ts';
import { isRunOpen } from '../../ui/text/agent-status-text.ts';
import { AttachImageButton } from '../images/attach-image-button.tsx';
import type { Attachments } from '../mentions/draft-attachment.ts';
import type { MentionItem } from '../mentions/mention-items.ts';
import { EnhanceButton } from '../prompts/enhance-button.tsx';
import { PromptParts } from '../prompts/prompt-parts.tsx';
import { PromptsButton } from '../prompts/prompts-button.tsx';
import { useEnhancing } from '../prompts/use-enhancing.ts';
import { usePrompts } from '../prompts/use-prompts.ts';
import { messageAids } from './deferred-aids.ts';
import { MessageField } from './message-field.tsx';
import { ModeSwitches } from './mode-switches.tsx';
import { ModelButton } from './model-button.tsx';
import { useBoxChat } from './use-box-chat.ts';
import { useEditing } from './use-editing.ts';
import { useMessageInput } from './use-message-input.ts';
import { useMessageParts } from './use-message-parts.ts';
import { type Suggestion, useMessageText } from './use-message-text.ts';
import { useSending } from './use-sending.ts';

const PromptDialog = lazyPart(() => import('../mentions/prompt-dialog.tsx').then((module) => ({ default: module.PromptDialog })));

function promptOf(isAgent: boolean, isPlan: boolean): string {
  if (!isAgent) return 'chat:/>';
  return isPlan ? 'plan:/>' : 'agent:/>';
}

interface MessageBoxProps {
  /** `start`: the large box of the start page. */
  variant: 'start' | 'session';
  suggestion?: Suggestion;
  /** The chat that the page's address names, whether it is open yet or not. */
  address?: string | null;
}

function hintOf(variant: MessageBoxProps['variant'], isRunning: boolean, isAsked: boolean): string {
  if (isAsked) return t('Answer the question above. The agent continues with it.');
  if (isRunning) return t('Add a follow-up: after this step, or after this task.');
  return variant === 'start'
    ? t('Describe an app, a change or a bug. Type / for commands, @ to attach.')
    : t('Ask for a change, or describe what looks wrong.');
}

/** The box in which the user writes messages. Accepts text from the first paint on; a message sent early waits for the services. */
export function MessageBox({ variant, suggestion, address }: MessageBoxProps) {
  const readiness = useReadiness();
  const { chatId, status, notice } = useStore($chat, { keys: ['chatId', 'status', 'notice'] });
  const { agent, planMode } = useStore($settings, { keys: ['agent', 'planMode'] });
  const boxChat = useBoxChat(address, chatId);
  const parts = useMessageParts(boxChat);
  const { text, setText, box } = useMessageText(boxChat, suggestion, parts.put);
  const prompts = usePrompts(text, setText);
  const isRunning = isRunOpen(status);
  const editing = useEditing({ chatId, isRunning }, text, setText, parts.put);
  const { isWaiting, refusal, send, sendRefused, submit } = useSending(text, setText, parts, prompts.takeLine, editing);
  const enhancing = useEnhancing(chatId, text, setText);
  const [asked, setAsked] = useState<MentionItem | null>(null);
  const defaultWhen = isRunning ? 'after-step' : undefined;
  // With a notice, it is not a question that waits.
  const hint = hintOf(variant, isRunning, status === 'waiting_for_user' && notice === null);
  useSuggestionToSend(suggestion, (message) => {
    // While one message waits for the services, another press is ignored. The draft stays in the box.
    if (!isWaiting && readiness.state !== 'failed') void submit(message);
  });
  const { menus, sendNow, onKeyDown } = useMessageInput({
    text,
    setText,
    box,
    defaultWhen,
    enhancing,
    send,
    onMention: (item) => (item.fields.length > 0 ? setAsked(item) : parts.texts.attach(item.source)),
  });
  const aids = useAids(parts, enhancing, refusal !== null || text.startsWith('/'));
  const hasText = text.trim() !== '' || parts.count > 0;

  return (
    <form
      className="message-box"
      data-mode={agent.enabled ? 'agent' : 'chat'}
      data-variant={variant}
      onSubmit={sendAsForm(() => sendNow(defaultWhen))}
    >
      {aids !== null && (
        <>
          <aids.SlashMenu menu={menus.slash} />
          <aids.MentionMenu menu={menus.mentions} />
          <aids.DraftAttachments attachments={parts.texts} />
          <aids.DraftImages images={parts.images} />
        </>
      )}
      <MessageField
        box={box}
        text={text}
        prompt={promptOf(agent.enabled, planMode)}
        placeholder={`${agent.enabled ? 'agent:/>' : 'chat:/>'} ${hint}`}
        hint={hint}
        menu={menus.open}
        onChange={(next) => setText(parts.withoutLongPaste(text, next))}
        onCaret={menus.mentions.onCaret}
        onKeyDown={onKeyDown}
        onPaste={(event) => parts.paste(event.clipboardData) && event.preventDefault()}
      />
      {aids !== null && <aids.EnhancingNote enhancing={enhancing} />}
      <PromptParts prompts={prompts} />
      {aids !== null && <aids.EditingNote editing={editing} />}
      {refusal !== null && aids !== null && <aids.RefusedNote why={refusal} onSend={() => void sendRefused(defaultWhen)} />}
      {isWaiting && readiness.state === 'loading' ? (
        <p className="message-note">{t('Loading the workbench. Your message is sent as soon as it is ready.')}</p>
      ) : (
        refusal === null && aids !== null && text.startsWith('/') && <aids.CommandNote hasAttachments={parts.count > 0} />
      )}
      <div className="message-actions">
        <ModeSwitches />
        <AttachImageButton onFiles={parts.images.attach} />
        <EnhanceButton enhancing={enhancing} text={text} />
        <PromptsButton onChoose={prompts.takeSaved} enhancing={enhancing} text={text} />
        <span className="message-space" />
        {aids !== null && !text.startsWith('/') && <aids.EstimateNote text={text} parts={parts} />}
        <MessageEnd hasText={hasText} isRunning={isRunning} isAgent={agent.enabled} onSendLater={() => sendNow('after-task')} />
      </div>
      <AskedPrompt item={asked} onAttach={parts.texts.attach} onClose={() => setAsked(null)} />
    </form>
  );
}

function sendAsForm(send: () => void) {
  return (event: FormEvent) => {
    event.preventDefault();
    send();
  };
}

/** Returns the code that only some messages need, or null until it is needed and loaded. */
function useAids(parts: ReturnType<typeof useMessageParts>, enhancing: ReturnType<typeof useEnhancing>, hasNote: boolean) {
  const hasParts = parts.count + parts.images.problems.length > 0 || enhancing.current.state !== 'rest' || hasNote;
  return useDeferredModule(messageAids, hasParts).module;
}

interface AskedPromptProps {
  item: MentionItem | null;
  onAttach: Attachments['attach'];
  onClose: () => void;
}

/** The dialog for a mentioned prompt that needs arguments. */
function AskedPrompt({ item, onAttach, onClose }: AskedPromptProps) {
  if (item === null) return null;
  function attach(values: Readonly<Record<string, string>>) {
    if (item !== null) onAttach(item.source, values);
    onClose();
  }
  return (
    <Suspense fallback={null}>
      <PromptDialog item={item} onAttach={attach} onClose={onClose} />
    </Suspense>
  );
}

/** Calls `send` once for each new suggestion with the purpose `send`. */
function useSuggestionToSend(suggestion: Suggestion | undefined, send: (text: string) => void) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: each new serial is sent once
  useEffect(() => {
    if (suggestion?.purpose === 'send') send(suggestion.text);
  }, [suggestion?.serial]);
}

interface SendState {
  hasText: boolean;
  isRunning: boolean;
  isAgent: boolean;
}

/** Keeps the model and send buttons together: in a narrow pane they wrap onto their own line. */
function MessageEnd({ onSendLater, ...send }: SendState & { onSendLater: () => void }) {
  return (
    <span className="message-end">
      <ModelButton />
      {send.isRunning && <SendLaterButton onClick={onSendLater} />}
      <SendButton {...send} />
    </span>
  );
}

function SendButton({ hasText, isRunning, isAgent }: SendState) {
  const look = !hasText || isRunning ? 'rest' : isAgent ? 'agent' : 'ink';
  return (
    <button
      type="submit"
      className="send-button"
      data-look={look}
      aria-label={isRunning ? t('Send after this step') : buttonName('send')}
      data-tip={isRunning ? t('Send after this step (Enter)') : t('Send (Enter)')}
      data-tip-side="top"
    >
      <Icon name={isRunning ? 'i-lucide-list-end' : 'i-lucide-arrow-up'} size={16} />
    </button>
  );
}

/** The alternative while the agent works: the message becomes the next task. */
function SendLaterButton({ onClick }: { onClick: () => void }) {
  return (
    <button
      type="button"
      className="send-button"
      data-look="rest"
      aria-label={t('Send after this task')}
      data-command="send-later"
      data-tip={t('Send after this task')}
      data-tip-side="top"
      onClick={onClick}
    >
      <Icon name="i-lucide-list-plus" size={16} />
    </button>
  );
}
