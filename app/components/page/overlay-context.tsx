import { createContext, type ReactNode, useContext, useMemo, useState } from 'react';
import type { ImportSource } from '../../lib/project/import/import-source.ts';

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

/** The signal: nobody waits for it any more. A failure that is an `ImportProblem` is said in its own words. */
export type CollectImport = (signal: AbortSignal) => Promise<ImportSource>;

/** What floats above the workbench; one at a time. */
export type Overlay =
  | { type: 'none' }
  | { type: 'settings'; tab: SettingsTab }
  | { type: 'palette' }
  /** `typed`: what is in its field at first. */
  | { type: 'quick-open'; typed?: string }
  /** Of the open file. */
  | { type: 'symbols' }
  /** `renamed`: the chat that is to have another name. */
  | { type: 'chats'; renamed?: string | null }
  | { type: 'projects' }
  /** `collect`: what the user has dropped or chosen; the dialog says that it is being looked through. */
  | { type: 'import'; collect: CollectImport }
  | { type: 'open-folder' }
  /** A session file that was dropped or chosen. */
  | { type: 'session'; file: Blob }
  | { type: 'generator' }
  | { type: 'clone' }
  /** Asks before all that is kept in this browser is deleted. */
  | { type: 'forget' }
  /** A document of the app, as `helpPages` names it. */
  | { type: 'help'; page: string };

interface OverlayValue {
  overlay: Overlay;
  setOverlay: (overlay: Overlay) => void;
}

const OverlayContext = createContext<OverlayValue | null>(null);

export function OverlayProvider({ children }: { children: ReactNode }) {
  const [overlay, setOverlay] = useState<Overlay>({ type: 'none' });
  const value = useMemo(() => ({ overlay, setOverlay }), [overlay]);
  return <OverlayContext.Provider value={value}>{children}</OverlayContext.Provider>;
}

export function useOverlay(): OverlayValue {
  const value = useContext(OverlayContext);
  if (value === null) throw new Error('useOverlay needs an OverlayProvider above it');
  return value;
}
