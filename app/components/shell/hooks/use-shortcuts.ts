import { useNavigate } from '@remix-run/react';
import { useEffect } from 'react';
import { useHeldInput } from '../../ui/hooks/use-held-input.ts';
import { useDeferredModule } from '../../ui/loading/deferred-module.ts';
import { commandKeys } from '../commands/deferred-commands.ts';
import { useShell } from '../shell-context.tsx';
import { useReadiness, useWorkbenchActions } from '../workbench/workbench-context.tsx';

/**
 * The keys that work everywhere on the page. What is pressed before the list of commands is here waits for it; only the palette and the
 * list of files are at once, since browsers have something else on their keys and what is typed next is for them.
 */
export function useShortcuts(): ReturnType<typeof useShell> {
  const shell = useShell();
  const { setOverlay } = shell;
  const navigate = useNavigate();
  const actions = useWorkbenchActions();
  const { module: loaded } = useDeferredModule(commandKeys, true);
  // The user's own keys are settings.
  const module = useReadiness().state === 'loading' ? null : loaded;
  const press = (event: KeyboardEvent) => module?.pressKey(event, { actions, setOverlay, navigate });
  const hold = useHeldInput(module === null, { press });
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      const { key, ctrlKey, metaKey, shiftKey, altKey } = event;
      const isCommand = ctrlKey || metaKey;
      const early = !isCommand || shiftKey || altKey ? undefined : key === 'k' ? 'palette' : key === 'p' ? 'quick-open' : undefined;
      if (module !== null) press(event);
      else if (early !== undefined) {
        event.preventDefault();
        setOverlay({ type: early });
      } else if (isCommand || altKey || /^F\d/.test(key)) hold((now) => now.press(event));
    }
    // On the way down: what has the focus may have something else on the same keys.
    addEventListener('keydown', onKeyDown, true);
    return () => removeEventListener('keydown', onKeyDown, true);
  });
  useEffect(() => module?.hintKeys(document), [module]);
  return shell;
}
