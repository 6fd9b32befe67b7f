import { useState } from 'react';
import { t } from '../../lib/i18n/t.ts';
import { useActions } from '../page/workbench-context.tsx';
import { Button } from '../ui/button.tsx';

/** Looks for bridges on this computer only when the user asks for it. One that is found still needs the address with its token. */
export function BridgeFinder() {
  const actions = useActions('machines');
  const [found, setFound] = useState<readonly string[] | null>(null);
  const [isLooking, setIsLooking] = useState(false);
  const look = async () => {
    setIsLooking(true);
    setFound(await actions.findBridges());
    setIsLooking(false);
  };
  return (
    <div className="flex flex-col gap-6px items-start">
      <Button size={24} icon="i-lucide-search" isBusy={isLooking} disabled={isLooking} onClick={() => void look()}>
        {found === null ? t('Look for a bridge on this computer') : t('Look again')}
      </Button>
      <p role="status" className="text-sm c-text-2 wrap-anywhere">
        {isLooking ? t('Asking at its usual ports…') : found !== null && foundText(found)}
      </p>
    </div>
  );
}

function foundText(found: readonly string[]): string {
  if (found.length === 0)
    return t(
      'None answers this page at its usual ports. One at another port, or started for another app, is reached by its address alone.',
    );
  return t('A bridge answers at {address}. The address to paste, with its token, is in the terminal in which it was started.', {
    address: found.join(', '),
  });
}
