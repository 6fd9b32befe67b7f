import { type CommandPart, programOf, roughWordsOf } from '../parse/command-part.ts';
import { HOME_FOLDER } from '../paths/home-folder.ts';
import { isValueOfFlag } from './package-table.ts';

interface PackageTouches {
  read: string[];
  write: string[];
  /** `run` means code of a package that the project may not have. */
  kind: 'install' | 'run' | 'look';
}

const MANAGERS = /^(?:npm|pnpm|yarn|bun)$/;
const RUNNERS = /^(?:npx|pnpx|bunx)$/;
const INSTALLING =
  /^(?:install|i|in|ins|inst|isntall|add|ci|clean-install|install-clean|it|install-test|cit|up|update|upgrade|uninstall|un|remove|rm|r|prune|dedupe|ddp|rebuild|rb|import|link|ln|unlink)$/;
const MANIFEST_CHANGING = /^(?:init|pkg|version|set-script|audit)$/;
const RUNNING = /^(?:exec|x|dlx|create|init|innit)$/;

/** Package managers read their settings, which may hold a registry token. */
const SETTINGS = ['**/.npmrc', `${HOME_FOLDER}/.npmrc`];
const CACHE = `${HOME_FOLDER}/.npm`;
const INSTALLED = ['**/node_modules', '**/package.json'];
/** Folders that project templates may contain. */
const MADE = ['**/.vscode', '**/.github'];

/** Returns the guarded files that package managers touch by design; null for other programs. Scripts are not considered here. */
export function packageTouches(part: CommandPart, isApproved: boolean): PackageTouches | null {
  const program = programOf(part) ?? '';
  const words = roughWordsOf(part).slice(1);
  const operands = words.filter((word, at) => !word.startsWith('-') && !isValueOfFlag(program, words[at - 1]));
  const [command = ''] = operands;
  if (RUNNERS.test(program)) return running(isApproved);
  if (!MANAGERS.test(program)) return null;
  if (RUNNING.test(command) && !(command === 'init' && operands.length === 1)) return running(isApproved);
  const isInstall =
    INSTALLING.test(command) || (command === '' && /^(?:yarn|bun)$/.test(program)) || (command === 'audit' && operands[1] === 'fix');
  if (isInstall) return { read: SETTINGS, write: [...INSTALLED, CACHE, ...globalFolders(part, isApproved)], kind: 'install' };
  const write = MANIFEST_CHANGING.test(command) && command !== 'audit' ? ['**/package.json'] : [];
  return { read: SETTINGS, write: [...write, CACHE], kind: 'look' };
}

function running(isApproved: boolean): PackageTouches {
  return { read: SETTINGS, write: isApproved ? [CACHE, ...INSTALLED, ...MADE] : [CACHE], kind: 'run' };
}

function globalFolders(part: CommandPart, isApproved: boolean): string[] {
  const isGlobal = isApproved && roughWordsOf(part).some((word) => /^(?:-g|--global|--location=global)$/.test(word));
  return isGlobal ? ['/usr/local/lib/node_modules', '/usr/local/bin'] : [];
}
