import { useStore } from '@nanostores/react';
import { useEffect, useRef, useState } from 'react';
import { $enhanceRequest } from '../../../lib/stores/chat.ts';
import { useActions } from '../../page/workbench-context.tsx';
import { messageAids } from '../message-box/deferred-aids.ts';
import type { Enhancing, EnhancingState } from './enhancing.ts';

const REST: EnhancingState = { state: 'rest' };

/** Asks the model to rewrite the text in the message box; undo restores the original text. Never sends a message. */
export function useEnhancing(chatId: string | null, text: string, setText: (text: string) => void): Enhancing {
  const actions = useActions('prompts');
  const [current, setCurrent] = useState<EnhancingState>(REST);
  const newest = useRef(text);
  newest.current = text;

  function enhance(before: string) {
    if (before.trim() === '' || current.state === 'asking') return;
    const stop = new AbortController();
    setCurrent({ state: 'asking', stop });
    const draft = { before, now: () => newest.current, signal: stop.signal, enhancePrompt: actions.enhancePrompt };
    void messageAids.load().then(
      async ({ enhanceDraft }) => {
        const next = await enhanceDraft(draft);
        if (next !== null) setCurrent(next);
        if (next?.state === 'enhanced') setText(next.after);
      },
      () => setCurrent(REST),
    );
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
  // Another chat has another text, so nobody waits for this response any more.
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
    enhance(request.text);
  }, [request]);

  // A text that was sent or cleared cannot be undone.
  const isOver = (current.state === 'enhanced' && text === '') || (current.state === 'failed' && current.text !== text);
  return {
    current: isOver ? REST : current,
    start: () => enhance(text),
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
