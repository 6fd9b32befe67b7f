import { useState } from 'react';
import { refusedLine } from '../../../lib/chat/slash-commands/run-slash-line.ts';
import type { QueuedWhen } from '../../../lib/protocol/session-state.ts';
import { useActions, useReadiness } from '../../shell/workbench/workbench-context.tsx';

interface Sending {
  /** Handed over, and not yet taken. */
  isWaiting: boolean;
  /** Why what is in the box was not sent. */
  refusal: string | null;
  send(when: QueuedWhen | undefined, words?: string): Promise<void>;
  /** What was refused, as a message. */
  sendRefused(when: QueuedWhen | undefined): Promise<void>;
  /** As it is; the draft in the box stays. */
  hand(message: string): Promise<void>;
}

/** Sends what the message box holds and empties it; what begins with `/` and is no command stays in it. */
export function useSending(text: string, setText: (text: string) => void): Sending {
  const actions = useActions('chat');
  const readiness = useReadiness();
  const [isWaiting, setIsWaiting] = useState(false);
  const [refused, setRefused] = useState<{ text: string; why: string } | null>(null);

  async function hand(message: string, when?: QueuedWhen, by: 'send' | 'sendMessage' = 'send') {
    setIsWaiting(true);
    await (when === undefined ? actions[by](message) : actions[by](message, when));
    setIsWaiting(false);
  }
  return {
    isWaiting,
    refusal: refused?.text === text ? refused.why : null,
    async send(when, words = text) {
      const message = words.trim();
      if (message === '' || readiness.state === 'failed') return;
      const why = refusedLine(message);
      if (why !== null) return setRefused({ text: words, why });
      setText('');
      await hand(message, when);
    },
    async sendRefused(when) {
      setText('');
      await hand(text.trim(), when, 'sendMessage');
    },
    hand: (message) => hand(message),
  };
}
