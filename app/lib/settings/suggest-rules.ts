import { saidReason } from '../i18n/said-reason.ts';
import { t } from '../i18n/t.ts';
import type { ApprovalRequest } from '../protocol/tool-call.ts';

/** Rules that would allow a command next time, and a description of what else they would allow. */
export interface RuleSuggestion {
  /** One pattern, or one for each part of the command that asks. */
  patterns: readonly [string, ...string[]];
  alsoAllows: string;
}

export type RuleSuggestions =
  | { status: 'offered'; suggestions: readonly RuleSuggestion[] }
  /** No rule can remove this approval. */
  | { status: 'none'; why: string };

/** How many words name the action of a program, as in `npm run build` or `git log`. One if not listed. */
const ARITY: ReadonlyMap<string, number> = new Map(
  Object.entries({
    'npm run': 3,
    'pnpm run': 3,
    'yarn run': 3,
    'bun run': 3,
    'npx --no': 3,
    'npx --no-install': 3,
    'pnpm exec': 3,
    'yarn exec': 3,
    'turbo run': 3,
    'git stash': 3,
    'git remote': 3,
    'git worktree': 3,
    'python -m': 3,
    'python3 -m': 3,
    ...Object.fromEntries(
      'git npm pnpm yarn bun node nodejs tsx ts-node python python2 python3 ruby perl php make gmake next nuxt astro prisma drizzle-kit playwright turbo ng nest remix vite storybook tailwindcss deno'
        .split(' ')
        .map((program) => [program, 2]),
    ),
  }),
);

const PLAIN_WORD = /^[\w@./:=,+-]+$/;

/** Suggests rules, narrowest first: exactly this line; each part on its own; commands with the same beginning. */
export function suggestRules({ subject, parts }: ApprovalRequest): RuleSuggestions {
  if (subject.kind !== 'command') return { status: 'none', why: t('rules are for commands') };
  // A rule for a script applies to the text that the card shows, whatever it contains.
  const guarded = parts.find(({ verdict, by, script }) => verdict !== 'auto' && isFirm(by, script !== undefined));
  if (guarded !== undefined) return { status: 'none', why: saidReason(guarded) };
  const command = subject.command.trim();
  const suggestions: RuleSuggestion[] = [{ patterns: [command], alsoAllows: t('nothing else') }];
  const asking = [
    ...new Set(parts.filter(({ verdict, script }) => verdict === 'ask' && script === undefined).map(({ text }) => text.trim())),
  ];
  const [first, ...others] = asking;
  if (first !== undefined && (others.length > 0 || first !== command) && asking.every(isPlain)) {
    suggestions.push({ patterns: [first, ...others], alsoAllows: t('each of them alone, and in any other line') });
  }
  const prefix = others.length === 0 && first !== undefined ? prefixOf(first) : null;
  if (prefix !== null)
    suggestions.push({
      patterns: [`${prefix} *`],
      alsoAllows: t('{command} with any words after it; risky ones still ask', { command: prefix }),
    });
  return { status: 'offered', suggestions };
}

function isFirm(by: ApprovalRequest['parts'][number]['by'], isInScript: boolean): boolean {
  return by === 'deny' || by === 'block' || by === 'made' || (by === 'guard' && !isInScript);
}

function isPlain(text: string): boolean {
  return text.split(/\s+/).every((word) => PLAIN_WORD.test(word));
}

/** Returns the words that name the action of the program; null if some are missing or not plain. */
function prefixOf(text: string): string | null {
  if (!isPlain(text)) return null;
  const words = text.split(/\s+/);
  const [program = '', second = ''] = words;
  const count = ARITY.get(`${program} ${second}`) ?? ARITY.get(program) ?? 1;
  const prefix = words.slice(0, count);
  const isNamed = prefix.length === count && !prefix.some((word, index) => word.startsWith('-') && index === count - 1);
  return isNamed ? prefix.join(' ') : null;
}
