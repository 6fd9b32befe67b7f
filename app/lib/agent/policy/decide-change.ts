import { isInstructions } from 'devonz-engine-protocol/protected-paths';
import type { AgentModeSettings } from '../../protocol/settings.ts';
import { because, type Reason } from '../../protocol/texts/reason.ts';
import type { PlannedChange, ToolIntent } from '../contract/tool-definition.ts';
import { whyProtected } from './paths/why-protected.ts';
import { type JudgedPart, type Judgement, strictest } from './policy-decision.ts';

/**
 * Decides about files by the seed's two settings; whether each file exists was looked up before. Guards and protected paths always ask.
 * `approved` lists instruction files about which the user was already asked in this run.
 */
export function decideChange(
  intent: Extract<ToolIntent, { kind: 'change' }>,
  settings: AgentModeSettings,
  approved: ReadonlySet<string> = new Set(),
): Judgement {
  const guarded = intent.guards.map((why): JudgedPart => ({ text: intent.summary, verdict: 'ask', why, by: 'guard' }));
  const parts = [...guarded, ...intent.changes.map((change) => decideFile(change, settings, approved))];
  return strictest(parts, because('it changes nothing'));
}

function decideFile(change: PlannedChange, settings: AgentModeSettings, approved: ReadonlySet<string>): JudgedPart {
  const { path: text, before, after } = change;
  const isApproved = before !== null && after !== null && approved.has(text) && isInstructions(text);
  const protection = (isApproved ? null : whyProtected(text)) ?? whyScripts(change) ?? whyManager(change);
  if (protection !== null) return { text, verdict: 'ask', why: protection, by: 'guard' };
  if (before === null) {
    return settings.autoApproveFileCreation
      ? { text, verdict: 'auto', why: because('new files are approved automatically'), by: 'setting' }
      : { text, verdict: 'ask', why: because('it creates a file'), by: 'none' };
  }
  if (settings.autoApproveFileModification)
    return { text, verdict: 'auto', why: because('file changes are approved automatically'), by: 'setting' };
  return {
    text,
    verdict: 'ask',
    why: after === null ? because('it removes an existing file') : because('it changes an existing file'),
    by: 'none',
  };
}

/** Fields of package.json that git runs if hooks are stored there, and those that determine what the package's names run. */
const RUNNING_FIELDS = ['husky', 'lint-staged', 'simple-git-hooks', 'pre-commit', 'gitHooks', 'bin'] as const;
/** Scripts that npm runs automatically. */
const RUN_UNNAMED = /^(?:(?:pre|post)?(?:install|prepare|pack|publish|version|shrinkwrap|uninstall)|prepublishOnly|dependencies)$/;

/**
 * Returns why a change of package.json asks: it changes or removes something that runs, or adds a script that runs automatically. Any other
 * new script asks when it is run, whether the file is new or not.
 */
function whyScripts(change: PlannedChange): Reason | null {
  const { path, before, after } = change;
  if (!isManifest(path)) return null;
  const now = after === null ? EMPTY : manifestOf(after);
  const known = before === null ? EMPTY : manifestOf(before);
  const why = because('it changes the scripts that npm runs');
  if (known === null || now === null) return before === null ? null : why;
  if (before !== null && known.others !== now.others) return why;
  const isChanged = [...known.scripts].some(([name, text]) => now.scripts.get(name) !== text);
  const runsUnnamed = (name: string) => RUN_UNNAMED.test(name) || known.scripts.has(name.replace(/^(?:pre|post)/, ''));
  const isAdded = [...now.scripts.keys()].some((name) => !known.scripts.has(name) && runsUnnamed(name));
  return isChanged || isAdded ? why : null;
}

/** Fields of package.json that name the package manager, or what that and other tools run. */
const MANAGER_FIELDS = [
  'packageManager',
  'devEngines',
  'volta',
  'pnpm',
  'trustedDependencies',
  'gypfile',
  'wireit',
  'nodemonConfig',
] as const;
/** In the settings of a pnpm workspace, matches the blocks that only list packages. */
const PACKAGE_LISTS = /^(?:packages|catalogs?):.*\n?(?:(?:[ \t#-].*)?(?:\n|$))*/gm;

/**
 * Returns why a change asks that replaces the package manager or its settings: corepack and pnpm download what the field names, even from an
 * address, and run it in place of any script.
 */
function whyManager({ path, before, after }: PlannedChange): Reason | null {
  const why = because('it changes which package manager runs, or what that runs');
  if (/(?:^|\/)pnpm-workspace\.ya?ml$/i.test(path)) return workspaceSettings(before) === workspaceSettings(after) ? null : why;
  if (!isManifest(path)) return null;
  const now = managerFields(after);
  // A new project may name its package manager, by a version of the registry.
  if (before === null) return /:\/|"gypfile"/.test(now) ? why : null;
  return managerFields(before) === now ? null : why;
}

function workspaceSettings(content: Uint8Array | null): string {
  return (content === null ? '' : new TextDecoder().decode(content)).replace(/\r\n?/g, '\n').replace(PACKAGE_LISTS, '').trim();
}

function managerFields(content: Uint8Array | null): string {
  try {
    const value: unknown = content === null ? {} : JSON.parse(new TextDecoder().decode(content));
    const entries = typeof value === 'object' && value !== null ? Object.entries(value) : [];
    const named = new Map<string, unknown>(entries);
    return JSON.stringify(MANAGER_FIELDS.flatMap((field) => (named.has(field) ? [[field, named.get(field)]] : [])));
  } catch {
    return 'unreadable';
  }
}

/**
 * Returns true if the change affects scripts: a rule such as `npm test` is only as good as its script. Removing the file counts too,
 * because another one may replace it.
 */
export function changesScripts({ path, before, after }: PlannedChange): boolean {
  if (!isManifest(path) || before === null) return false;
  const known = manifestOf(before);
  const now = after === null ? EMPTY : manifestOf(after);
  return known === null || now === null || known.others !== now.others || known.text !== now.text;
}

function isManifest(path: string): boolean {
  return /(?:^|\/)package\.json$/i.test(path);
}

/** The parts of a package.json that run. */
interface Manifest {
  /** Texts by name, as JSON. */
  scripts: ReadonlyMap<string, string>;
  /** The scripts as a whole, and the other fields, as JSON. */
  text: string;
  others: string;
}

const EMPTY: Manifest = { scripts: new Map(), text: 'null', others: JSON.stringify(RUNNING_FIELDS.map(() => null)) };

/** Returns null if the text is not a JSON object. */
function manifestOf(content: Uint8Array): Manifest | null {
  try {
    const value: unknown = JSON.parse(new TextDecoder().decode(content));
    if (typeof value !== 'object' || value === null) return null;
    const field = (name: string): unknown => (Object.hasOwn(value, name) ? Reflect.get(value, name) : null);
    const scripts = field('scripts');
    const entries = typeof scripts === 'object' && scripts !== null ? Object.entries(scripts) : [];
    return {
      scripts: new Map(entries.map(([name, text]) => [name, JSON.stringify(text)])),
      text: JSON.stringify(scripts),
      others: JSON.stringify(RUNNING_FIELDS.map(field)),
    };
  } catch {
    return null;
  }
}
