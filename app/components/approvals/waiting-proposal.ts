import { useStore } from '@nanostores/react';
import { useMemo } from 'react';
import { $chat } from '../../lib/stores/chat.ts';
import { type WaitingCall, waitingCalls } from './waiting-call.ts';

/** The first call that waits to change this file. */
export function useWaitingProposal(path: string | null): WaitingCall | null {
  const { toolCalls, delegates } = useStore($chat, { keys: ['toolCalls', 'delegates'] });
  return useMemo(() => {
    const ofFile = ({ approval: { subject } }: WaitingCall) =>
      (subject.kind === 'file_create' || subject.kind === 'file_modify') && subject.path === path;
    return waitingCalls(toolCalls, delegates).find(ofFile) ?? null;
  }, [toolCalls, delegates, path]);
}
