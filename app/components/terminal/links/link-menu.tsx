import { DropdownMenu } from 'radix-ui';
import { useState } from 'react';
import { t } from '../../../lib/i18n/t.ts';
import type { LinkTarget } from '../../../lib/terminal-links/link-target.ts';
import { useAfterMenu } from '../../ui/hooks/use-after-menu.ts';
import { Icon } from '../../ui/icon.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import type { LinkListener } from './create-link-provider.ts';
import { linkPlace } from './link-place.ts';

interface LinkMenuProps {
  links: () => readonly LinkTarget[];
  onFollow: LinkListener['follow'];
}

const ICONS: Readonly<Record<LinkTarget['type'], string>> = {
  file: 'i-lucide-file-code',
  page: 'i-lucide-app-window',
  elsewhere: 'i-lucide-external-link',
};
const NO_KEYS = { ctrlKey: false, metaKey: false };

/** The newest links of the terminal, for keyboard and touch users. */
export function LinkMenu({ links, onFollow }: LinkMenuProps) {
  const [shown, setShown] = useState<readonly LinkTarget[]>([]);
  const { runAfter, onCloseAutoFocus } = useAfterMenu();
  const choose = (target: LinkTarget) => {
    const follow = () => onFollow(target, NO_KEYS, true);
    // A note asks about external links first, so the focus stays here.
    if (target.type === 'elsewhere') follow();
    else runAfter(follow);
  };
  return (
    <DropdownMenu.Root onOpenChange={(isOpen) => isOpen && setShown(links())}>
      <DropdownMenu.Trigger asChild>
        <IconButton icon="i-lucide-link" label={t('Links in the terminal')} iconSize={14} data-command="terminal-links" />
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          className="menu scroll terminal-links"
          align="end"
          sideOffset={4}
          collisionPadding={8}
          onCloseAutoFocus={onCloseAutoFocus}
        >
          {shown.length === 0 && (
            <DropdownMenu.Item className="menu-item c-text-3" disabled>
              {t('The last lines have no links.')}
            </DropdownMenu.Item>
          )}
          {shown.map((target) => (
            <DropdownMenu.Item key={JSON.stringify(target)} className="menu-item" onSelect={() => choose(target)}>
              <Icon name={ICONS[target.type]} />
              <code className="truncate">{linkPlace(target)}</code>
            </DropdownMenu.Item>
          ))}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}
