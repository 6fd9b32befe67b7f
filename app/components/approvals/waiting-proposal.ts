import { useStore } from '@nanostores/react';
import { useMemo } from 'react';
import { type WaitingCall, waitingCalls } from '../../lib/attention/waiting-calls.ts';
import { $chat } from '../../lib/stores/chat.ts';

/** Returns the first waiting call that would change this file. */
export function useWaitingProposal(path: string | null): WaitingCall | null {
  const { toolCalls, delegates } = useStore($chat, { keys: ['toolCalls', 'delegates'] });
  return useMemo(() => {
    const ofFile = ({ approval: { subject } }: WaitingCall) =>
      (subject.kind === 'file_create' || subject.kind === 'file_modify') && subject.path === path;
    return waitingCalls(toolCalls, delegates).find(ofFile) ?? null;
  }, [toolCalls, delegates, path]);
}
