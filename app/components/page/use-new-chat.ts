import { useNavigate } from '@remix-run/react';
import { useCallback } from 'react';

/** Returns a function that leaves the chat for the start page, where a new one begins; the open chat follows the address. */
export function useNewChat(): () => void {
  const navigate = useNavigate();
  return useCallback(() => navigate('/'), [navigate]);
}
