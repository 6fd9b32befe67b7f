import { useNavigate } from '@remix-run/react';
import { useCallback } from 'react';

/** Leaves the chat for the first screen, where a new one begins; the address leads and the open chat follows. */
export function useNewChat(): () => void {
  const navigate = useNavigate();
  return useCallback(() => navigate('/'), [navigate]);
}
