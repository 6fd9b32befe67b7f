import './machine-dialog.css';
import { t } from '../../lib/i18n/t.ts';
import type { Overlay } from '../page/overlay-context.tsx';
import { DialogFrame } from '../ui/dialog/dialog-frame.tsx';
import { BridgeLinkForm } from './bridge-link-form.tsx';
import { PlaceChooser } from './place-chooser.tsx';

interface MachineDialogProps extends Omit<Extract<Overlay, { type: 'machine' }>, 'type'> {
  onOpenChange: (isOpen: boolean) => void;
}

/** Opens a folder of a real machine: by the form, or by the address of a bridge. */
export function MachineDialog({ link, host, place, target, onOpenChange }: MachineDialogProps) {
  const wanted = place ?? (target === undefined ? null : { user: '', host: target, folder: '' });
  return (
    <DialogFrame isOpen onOpenChange={onOpenChange} title={t('Work on this computer or a server')} className="picker machine-dialog">
      {link === null ? (
        <PlaceChooser host={host ?? null} wanted={wanted} onOpenChange={onOpenChange} />
      ) : (
        <BridgeLinkForm link={link} wanted={null} onOpenChange={onOpenChange} />
      )}
    </DialogFrame>
  );
}
