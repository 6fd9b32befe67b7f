import { useStore } from '@nanostores/react';
import { DropdownMenu } from 'radix-ui';
import type { ReactNode } from 'react';
import { t } from '../../lib/i18n/t.ts';
import { $isFolderShown, $localFolder } from '../../lib/stores/local-folder.ts';
import { $isFollowing } from '../../lib/stores/other-tab.ts';
import { useExport } from '../page/use-export.ts';
import { IconButton } from '../ui/icon-button.tsx';

/** `early`: what the user did with the button that was shown while the menu was loading. */
export function ExportMenu({ early }: { early: 'none' | 'focused' | 'pressed' }) {
  // Another tab then works on the project and has its folder.
  const isFollowing = useStore($isFollowing);
  const hasFolder = useStore($localFolder).status !== 'none';
  const { isExporting, exportZip, exportToFolder } = useExport();
  return (
    <DropdownMenu.Root defaultOpen={early === 'pressed'}>
      <DropdownMenu.Trigger asChild>
        <IconButton
          icon="i-lucide-download"
          label={t('Export')}
          className="export-button"
          disabled={isExporting}
          // biome-ignore lint/a11y/noAutofocus: it takes the place of a focused button
          autoFocus={early === 'focused'}
        />
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content className="menu" align="end" sideOffset={4} collisionPadding={8}>
          <Item text={t('Zip')} onSelect={() => void exportZip()} />
          <Item text={t('Zip with installed packages')} onSelect={() => void exportZip({ withPackages: true })}>
            {t('Larger: node_modules as it is in the runtime')}
          </Item>
          {exportToFolder === null ? (
            <DropdownMenu.Item className="menu-item" disabled>
              <Lines text={t('Into a folder…')}>{t('This browser lets no page write into a folder')}</Lines>
            </DropdownMenu.Item>
          ) : (
            <Item text={t('Into a folder…')} onSelect={() => void exportToFolder()}>
              {t('A new one in the folder you choose')}
            </Item>
          )}
          {exportToFolder !== null && !isFollowing && (
            <Item text={hasFolder ? t('The connected folder…') : t('Connect a folder…')} onSelect={() => $isFolderShown.set(true)}>
              {hasFolder ? t('Its state, conflicts, disconnect') : t('Kept equal with the project, both ways')}
            </Item>
          )}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}

function Item({ text, onSelect, children }: { text: string; onSelect: () => void; children?: ReactNode }) {
  return (
    <DropdownMenu.Item className="menu-item" onSelect={onSelect}>
      <Lines text={text}>{children}</Lines>
    </DropdownMenu.Item>
  );
}

function Lines({ text, children }: { text: string; children: ReactNode }) {
  return (
    <span className="flex flex-col">
      {text}
      {children !== undefined && <span className="text-sm c-text-3">{children}</span>}
    </span>
  );
}
