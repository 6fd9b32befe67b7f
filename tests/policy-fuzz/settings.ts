import type { Random } from './random.ts';

/** The settings and rules under which a command is judged. */
export interface Setting {
  autoApproveCommands: boolean;
  autoApproveFileCreation: boolean;
  autoApproveFileModification: boolean;
  rules: readonly string[];
}

/** Rules that a user may have after about a week. */
const USUAL_RULES: readonly string[] = [
  'npm test',
  'npm run build',
  'git status *',
  'git diff *',
  'git log *',
  'ls *',
  'cat *',
  'pwd',
  'echo *',
  'grep *',
  'rg *',
  'find *',
  'head *',
  'tail *',
  'wc *',
  'sort *',
  'cd *',
  'sed *',
];

export function pickSetting(random: Random, programs: readonly string[]): Setting {
  const files = random.weighted([
    [45, { autoApproveFileCreation: true, autoApproveFileModification: false }],
    [40, { autoApproveFileCreation: true, autoApproveFileModification: true }],
    [15, { autoApproveFileCreation: false, autoApproveFileModification: false }],
  ] as const);
  return random.weighted<() => Setting>([
    [3, () => ({ ...files, autoApproveCommands: false, rules: [] })],
    [12, () => ({ ...files, autoApproveCommands: false, rules: USUAL_RULES })],
    [58, () => ({ ...files, autoApproveCommands: true, rules: [] })],
    // A rule for each program of the command: commands that still ask cannot be allowed by rules.
    [27, () => ({ ...files, autoApproveCommands: false, rules: programs.map((program) => `${program} *`) })],
  ])();
}
