import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from 'react';
import { isBackFromLanguageReload } from '../../lib/i18n/language-reload.ts';
import type { ImportSource } from '../../lib/project/import/import-source.ts';
import type { Place } from '../../lib/protocol/machines/place.ts';

export type SettingsTab =
  | 'agent'
  | 'models'
  | 'cost'
  | 'prompts'
  | 'mcp'
  | 'runtime'
  | 'appearance'
  | 'data'
  | 'shortcuts'
  | 'diagnostics'
  | 'about';

/** `signal` cancels the collection. An error that is an `ImportProblem` is shown with its own message. */
export type CollectImport = (signal: AbortSignal) => Promise<ImportSource>;

export interface HostToOpen {
  id: string;
  isConnected: boolean;
}

/** The overlay above the workbench; there is one at a time. */
export type Overlay =
  | { type: 'none' }
  | { type: 'settings'; tab: SettingsTab }
  | { type: 'palette' }
  /** `typed`: the initial text of its field. */
  | { type: 'quick-open'; typed?: string }
  /** Symbols of the open file. */
  | { type: 'symbols' }
  /** `renamed`: the chat whose name is edited. */
  | { type: 'chats'; renamed?: string | null }
  | { type: 'projects' }
  /** `collect` reads what the user has dropped or chosen; the dialog shows its progress. */
  | { type: 'import'; collect: CollectImport }
  | { type: 'open-folder' }
  /** A session file that was dropped or chosen. */
  | { type: 'session'; file: Blob }
  | { type: 'generator' }
  | { type: 'clone' }
  /**
   * `link`: the address with which the page was opened by a bridge; null if the user has yet to enter one. `host`: an entry of the list that
   * is connected at once or edited. `place`: the machine of a chat that is away.
   * `target`: the proposed server, as `user@host`.
   */
  | { type: 'machine'; link: string | null; host?: HostToOpen; place?: Place; target?: string }
  /** Asks for confirmation before everything in this browser is deleted. */
  | { type: 'forget' }
  /** A document of the app, as named by `helpPages`. */
  | { type: 'help'; page: string };

interface OverlayValue {
  overlay: Overlay;
  setOverlay: (overlay: Overlay) => void;
}

const OverlayContext = createContext<OverlayValue | null>(null);

export function OverlayProvider({ children }: { children: ReactNode }) {
  const [overlay, setOverlay] = useState<Overlay>({ type: 'none' });
  // In an effect, because the server does not know it.
  useEffect(() => {
    if (isBackFromLanguageReload()) setOverlay({ type: 'settings', tab: 'appearance' });
  }, []);
  const value = useMemo(() => ({ overlay, setOverlay }), [overlay]);
  return <OverlayContext.Provider value={value}>{children}</OverlayContext.Provider>;
}

export function useOverlay(): OverlayValue {
  const value = useContext(OverlayContext);
  if (value === null) throw new Error('useOverlay needs an OverlayProvider above it');
  return value;
}
