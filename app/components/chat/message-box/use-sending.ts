import { useState } from 'react';
import { t } from '../../../lib/i18n/t.ts';
import type { Attachment } from '../../../lib/protocol/attachments/attachment.ts';
import type { QueuedWhen } from '../../../lib/protocol/session-state.ts';
import { useActions, useReadiness } from '../../page/workbench-context.tsx';
import { messageAids } from './deferred-aids.ts';
import type { Editing } from './use-editing.ts';
import type { MessageParts } from './use-message-parts.ts';

interface Sending {
  /** Sent, but not accepted yet. */
  isWaiting: boolean;
  /** Why the text in the box was not sent. */
  refusal: string | null;
  send(when: QueuedWhen | undefined, words?: string): Promise<void>;
  /** Sends the refused text as a message. */
  sendRefused(when: QueuedWhen | undefined): Promise<void>;
  /** Sends the text unchanged; the draft in the box stays. */
  submit(message: string): Promise<void>;
}

interface Submission {
  when?: QueuedWhen | undefined;
  by?: 'send' | 'sendMessage';
  attached?: readonly Attachment[];
}

const NOT_LOADED = () => t('The commands could not be loaded, so nothing was sent. Try again, or reload the page: what you wrote is kept.');

/** A text that begins with `/` waits in the box until the list of commands has loaded, which decides whether it is a command. */
function refusalOf(message: string): string | null {
  if (!message.startsWith('/')) return null;
  const aids = messageAids.current();
  if (aids !== null) return aids.refusedLine(message);
  messageAids.load().catch(() => undefined);
  return NOT_LOADED();
}

/** Sends the content of the message box and clears it. A text that begins with `/` but is no command stays in it. */
export function useSending(
  text: string,
  setText: (text: string) => void,
  attachments: Pick<MessageParts, 'take' | 'put' | 'isReading' | 'count'>,
  /** Returns true if the line named a prompt of the project, whose text is then in the box. */
  takesPrompt: (line: string) => boolean,
  editing: Pick<Editing, 'isOpen' | 'mustAsk' | 'resend'>,
): Sending {
  const actions = useActions('chat');
  const readiness = useReadiness();
  const [isWaiting, setIsWaiting] = useState(false);
  const [refused, setRefused] = useState<{ text: string; why: string } | null>(null);

  async function submit(message: string, { when, by = 'send', attached = [] }: Submission = {}) {
    setIsWaiting(true);
    if (attached.length > 0) await actions[by](message, when, attached);
    else await (when === undefined ? actions[by](message) : actions[by](message, when));
    setIsWaiting(false);
  }
  async function resend(message: string) {
    if (editing.mustAsk()) return;
    const attached = attachments.take();
    setIsWaiting(true);
    setText('');
    const isSent = await editing.resend(message, attached);
    setIsWaiting(false);
    if (isSent) return;
    setText(message);
    attachments.put(attached);
  }
  const isEmpty = (message: string) => message === '' && attachments.count === 0;
  return {
    isWaiting,
    refusal: refused?.text === text ? refused.why : null,
    async send(when, words = text) {
      const message = words.trim();
      // While an attachment is being read, the message waits in the box.
      if (isEmpty(message) || attachments.isReading || readiness.state === 'failed') return;
      if (takesPrompt(message)) return setRefused(null);
      const why = refusalOf(message);
      if (why !== null) return setRefused({ text: words, why });
      if (editing.isOpen && !message.startsWith('/')) return await resend(message);
      setText('');
      // Commands have no attachments.
      await submit(message, { when, attached: message.startsWith('/') ? [] : attachments.take() });
    },
    async sendRefused(when) {
      if (attachments.isReading) return;
      setText('');
      await submit(text.trim(), { when, by: 'sendMessage', attached: attachments.take() });
    },
    submit: (message) => submit(message),
  };
}
