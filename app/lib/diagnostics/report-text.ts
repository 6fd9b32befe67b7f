import type { Finding } from './finding.ts';

const MARKS = { good: 'ok', note: '--', warning: '!!', failed: 'XX' } as const;

/** Returns the findings for a bug report, without keys and without paths of this computer. */
export function reportText(findings: readonly Finding[]): string {
  const lines = findings.flatMap(({ name, state, value, advice }) => [
    `[${MARKS[state]}] ${name}: ${value}`,
    ...(advice === undefined ? [] : [`     → ${advice}`]),
  ]);
  return `${withoutPrivate(`Devonz diagnostics\n${lines.join('\n')}`)}\n`;
}

/** Removes paths of the computer and text that looks like a key. `/home/project` is kept, because it is the engine's. */
export function withoutPrivate(text: string): string {
  return text
    .replace(/file:\/\/[^\s"')]*/gi, '[a file of this computer]')
    .replace(/\b[A-Za-z]:[\\/][^\s"')]*/g, '[a path of this computer]')
    .replace(/(?<![\w:/.])\/(?:Users|home|root|var|private|mnt|media|Volumes)\/(?!project\b)[^\s"')]*/g, '[a path of this computer]')
    .replace(/\b(?:sk|pk|rk|gsk|xai|key|ghp|gho|AIza)[-_]?[A-Za-z0-9_-]{16,}/g, '[hidden]')
    .replace(/\bBearer\s+\S+/gi, 'Bearer [hidden]');
}
