import { useStore } from '@nanostores/react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { t } from '../../../lib/i18n/t.ts';
import { $enhanceRequest } from '../../../lib/stores/chat.ts';
import { $announcement } from '../../../lib/stores/workbench.ts';
import { useActions } from '../../shell/workbench/workbench-context.tsx';

export type EnhancingState =
  | { state: 'rest' }
  | { state: 'asking'; stop: AbortController }
  /** What was in the box before, and what is in it since. */
  | { state: 'enhanced'; before: string; after: string }
  | { state: 'failed'; text: string; why: string };

export interface Enhancing {
  current: EnhancingState;
  start(): void;
  stop(): void;
  undo(): void;
  /** True: the key took the enhancement back. */
  onKeyDown(event: KeyboardEvent): boolean;
}

const REST: EnhancingState = { state: 'rest' };

/** Has the text in the message box written more clearly; the old one comes back as it was. Nothing is ever sent. */
export function useEnhancing(chatId: string | null, text: string, setText: (text: string) => void): Enhancing {
  const actions = useActions('prompts');
  const [current, setCurrent] = useState<EnhancingState>(REST);
  const newest = useRef(text);
  newest.current = text;

  async function enhance(before: string) {
    if (before.trim() === '' || current.state === 'asking') return;
    const stop = new AbortController();
    setCurrent({ state: 'asking', stop });
    const enhancement = await actions.enhancePrompt(before, stop.signal);
    if (stop.signal.aborted) return;
    if (enhancement.outcome === 'stopped') return setCurrent(REST);
    if (enhancement.outcome === 'failed') return setCurrent({ state: 'failed', text: newest.current, why: enhancement.why });
    if (newest.current !== before) {
      return setCurrent({ state: 'failed', text: newest.current, why: t('You changed the text meanwhile, so it was left as it is.') });
    }
    setCurrent({ state: 'enhanced', before, after: enhancement.text });
    setText(enhancement.text);
    $announcement.set(t('The text is enhanced. Undo brings yours back.'));
  }
  function stop() {
    if (current.state === 'asking') current.stop.abort();
    setCurrent(REST);
  }
  function undo() {
    if (current.state !== 'enhanced') return;
    setText(current.before);
    setCurrent(REST);
  }

  const asking = current.state === 'asking' ? current.stop : null;
  // Another chat has another text.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the chat decides, and nobody waits for the answer any more
  useEffect(() => {
    setCurrent(REST);
    return () => asking?.abort();
  }, [chatId]);

  const request = useStore($enhanceRequest);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each request once
  useEffect(() => {
    if (request === null) return;
    $enhanceRequest.set(null);
    setText(request.text);
    newest.current = request.text;
    void enhance(request.text);
  }, [request]);

  // What was sent or emptied is not to be undone.
  const isOver = (current.state === 'enhanced' && text === '') || (current.state === 'failed' && current.text !== text);
  return {
    current: isOver ? REST : current,
    start: () => void enhance(text),
    stop,
    undo,
    onKeyDown(event) {
      const isUndo = (event.ctrlKey || event.metaKey) && !event.shiftKey && event.key.toLowerCase() === 'z';
      if (!isUndo || current.state !== 'enhanced' || text !== current.after) return false;
      event.preventDefault();
      undo();
      return true;
    },
  };
}
