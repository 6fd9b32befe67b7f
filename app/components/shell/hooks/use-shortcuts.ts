import { useNavigate } from '@remix-run/react';
import { useEffect, useRef } from 'react';
import { $settings } from '../../../lib/stores/settings.ts';
import { KNOWN_KEYS } from '../../page/keys/known-keys.ts';
import { useOverlay } from '../../page/overlay-context.tsx';
import { useReadiness, useWorkbenchActions } from '../../page/workbench-context.tsx';
import { useHeldInput } from '../../ui/hooks/use-held-input.ts';
import { useDeferredModule } from '../../ui/loading/deferred-module.ts';
import { $earlyTyping, type EarlyTyping, startTyping, typedKey } from '../../ui/loading/early-typing.ts';
import { type PageParts, pageParts } from './deferred-parts.ts';

/**
 * Handles the shortcuts of the whole page. Keys pressed before the list of commands and the user's own keys have loaded are held until
 * then. The palette and the list of files are exceptions: browsers have default actions for their keys, and the text typed next is meant
 * for them.
 */
export function useShortcuts(): PageParts | null {
  const { overlay, setOverlay } = useOverlay();
  const navigate = useNavigate();
  const actions = useWorkbenchActions();
  const { module: parts } = useDeferredModule(pageParts, true);
  // The user's own keys are part of the settings.
  const isReady = useReadiness().state !== 'loading';
  /** A list that was requested before the dialogs have loaded, with the text typed for it. */
  const early = useRef<{ type: 'palette' | 'quick-open'; typing: EarlyTyping } | null>(null);
  /** The text typed for a field that is not rendered yet; the field adopts it when it appears. */
  const handed = useRef<EarlyTyping | null>(null);
  const isForList = overlay.type === 'none' || overlay.type === 'palette' || overlay.type === 'quick-open';
  const typeOn = (event: KeyboardEvent): boolean => {
    const { current: typing } = handed;
    const { key, ctrlKey, metaKey, altKey } = event;
    if (typing === null || typing !== $earlyTyping.get() || !isForList || ctrlKey || metaKey || altKey || /^F\d/.test(key)) return false;
    handed.current = typedKey(typing, key);
    $earlyTyping.set(handed.current);
    if (handed.current === null) setOverlay({ type: 'none' });
    event.preventDefault();
    event.stopPropagation();
    return true;
  };
  const press = (event: KeyboardEvent) => parts?.pressKey(event, { actions, setOverlay, navigate });
  const holdKeys = useHeldInput(!(parts && isReady), { press });
  useEffect(() => {
    if (!parts || !early.current) return;
    const { type, typing } = early.current;
    early.current = null;
    handed.current = typing;
    $earlyTyping.set(typing);
    setOverlay({ type });
  }, [parts, setOverlay]);
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      const { key, ctrlKey, metaKey, shiftKey, altKey } = event;
      const isCommand = ctrlKey || metaKey;
      const type = !isCommand || shiftKey || altKey ? null : listOf(key, isReady);
      if (typeOn(event)) return;
      if (parts && isReady) press(event);
      else if (type) {
        event.preventDefault();
        if (parts) setOverlay({ type });
        else early.current = { type, typing: startTyping() };
      } else if (isCommand || altKey || /^F\d/.test(key)) holdKeys((now) => now.press(event));
      else if (early.current) {
        const typing = typedKey(early.current.typing, key);
        early.current = typing && { ...early.current, typing };
        event.preventDefault();
        // Enter would send the content of the message box.
        event.stopPropagation();
      }
    }
    // In the capture phase, because the focused element may use the same keys.
    addEventListener('keydown', onKeyDown, true);
    return () => removeEventListener('keydown', onKeyDown, true);
  });
  useEffect(() => parts?.hintKeys(document), [parts]);
  return parts;
}

const LISTS = ['palette', 'quick-open'] as const;

/** Returns the list whose keys these are: by the user's own keys once the settings are known. */
function listOf(key: string, isReady: boolean): (typeof LISTS)[number] | null {
  const { shortcuts } = $settings.get();
  const keys = `Ctrl+${key.toUpperCase()}`;
  return LISTS.find((id) => ((isReady ? shortcuts[id] : undefined) ?? KNOWN_KEYS[id]) === keys) ?? null;
}
