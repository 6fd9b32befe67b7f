import './command-palette.css';
import { useStore } from '@nanostores/react';
import { useNavigate } from '@remix-run/react';
import { Command } from 'cmdk';
import { Dialog } from 'radix-ui';
import { type ReactNode, useState } from 'react';
import { t } from '../../lib/i18n/t.ts';
import { $chats } from '../../lib/stores/chat.ts';
import { $files } from '../../lib/stores/files.ts';
import { DialogContent } from '../ui/dialog/dialog-content.tsx';
import { FileIcon } from '../ui/files/file-icon.tsx';
import { Icon } from '../ui/icon.tsx';
import { Keys } from '../ui/keys.tsx';
import { PathLabel } from '../ui/path-label.tsx';
import { PaletteField } from './palette-field.tsx';
import { type PaletteCommand, usePaletteCommands, useShowFile } from './use-palette-commands.ts';

/** Number of files shown; others are found by typing. */
const SHOWN_FILES = 200;

interface RowProps {
  value: string;
  /** The class of an icon, or an element. */
  icon: ReactNode;
  isDisabled?: boolean;
  onSelect: () => void;
  children: ReactNode;
}

function Row({ value, icon, isDisabled = false, onSelect, children }: RowProps) {
  return (
    <Command.Item value={value} className="palette-item" disabled={isDisabled} onSelect={onSelect}>
      {typeof icon === 'string' ? <Icon name={icon} size={15} className="c-text-2" /> : icon}
      {children}
    </Command.Item>
  );
}

function CommandRows({ commands, close }: { commands: readonly PaletteCommand[]; close: () => void }) {
  return commands.map((command) => (
    <Row
      key={command.id}
      value={command.text}
      icon={command.icon}
      isDisabled={command.reason !== null}
      onSelect={() => {
        close();
        command.run();
      }}
    >
      <span className="flex-1">{command.text}</span>
      {command.reason !== null && <span className="text-sm c-text-3">{command.reason}</span>}
      {command.keys.length > 0 && <Keys keys={command.keys} />}
    </Row>
  ));
}

/** Commands, files, chats and settings in one list. */
export function CommandPalette({ onOpenChange }: { onOpenChange: (isOpen: boolean) => void }) {
  const files = useStore($files);
  const chats = useStore($chats);
  const navigate = useNavigate();
  const all = usePaletteCommands(navigate);
  const settings = all.filter(({ group }) => group === 'settings');
  const commands = all.filter(({ group }) => group !== 'settings');
  const showFile = useShowFile();
  const [query, setQuery] = useState('');
  const close = () => onOpenChange(false);
  const wanted = query.toLowerCase();
  const paths = [...files]
    .flatMap(([path, entry]) => (entry.kind === 'file' && path.toLowerCase().includes(wanted) ? [path] : []))
    .slice(0, SHOWN_FILES);
  return (
    <Dialog.Root open onOpenChange={onOpenChange}>
      <Dialog.Portal>
        <Dialog.Overlay className="scrim" />
        <DialogContent className="dialog palette">
          <Dialog.Title className="visually-hidden">{t('Command palette')}</Dialog.Title>
          <Command label={t('Command palette')} loop>
            <PaletteField
              icon="i-lucide-search"
              placeholder={t('Search commands, files, chats and settings')}
              value={query}
              onValue={setQuery}
            />
            <Command.List label={t('Command palette')} className="palette-list scroll">
              <Command.Empty className="py-20px px-10px c-text-3">{t('Nothing is called “{query}”.', { query })}</Command.Empty>
              <Command.Group heading={t('Commands')}>
                <CommandRows commands={commands} close={close} />
              </Command.Group>
              {paths.length > 0 && (
                <Command.Group heading={t('Files')}>
                  {paths.map((path) => (
                    <Row
                      key={path}
                      value={`file ${path}`}
                      icon={<FileIcon path={path} size={15} />}
                      onSelect={() => {
                        close();
                        showFile(path);
                      }}
                    >
                      <PathLabel path={path} />
                    </Row>
                  ))}
                </Command.Group>
              )}
              {chats.length > 0 && (
                <Command.Group heading={t('Chats')}>
                  {chats.map((chat) => (
                    <Row
                      key={chat.chatId}
                      value={`chat ${chat.title} ${chat.chatId}`}
                      icon="i-lucide-message-square"
                      onSelect={() => {
                        close();
                        navigate(`/chat/${chat.chatId}`);
                      }}
                    >
                      <span className="truncate">{chat.title || t('Untitled')}</span>
                    </Row>
                  ))}
                </Command.Group>
              )}
              <Command.Group heading={t('Settings')}>
                <CommandRows commands={settings} close={close} />
              </Command.Group>
            </Command.List>
          </Command>
        </DialogContent>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
