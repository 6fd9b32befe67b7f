import { readdirSync, readFileSync } from 'node:fs';

const FOLDER = 'docs/decisions';

export interface DecisionRow {
  /** Its number. */
  id: string;
  title: string;
  /** The tests named by its last line, by their paths from the repository's root. */
  files: string[];
  /** Why there are none, if the last line says so. */
  exception: string | null;
}

/** Reads each decision record, by number. */
export function readDecisionRows(): DecisionRow[] {
  return readdirSync(FOLDER)
    .filter((name) => /^\d{4}-.+\.md$/.test(name))
    .sort()
    .map((name) => decisionOf(readFileSync(`${FOLDER}/${name}`, 'utf8')));
}

export function decisionOf(text: string): DecisionRow {
  const [, id = '', title = ''] = /^# (\d{4}) (.+)$/m.exec(text) ?? [];
  const last = text.trimEnd().split('\n').at(-1) ?? '';
  const said = last.startsWith('Tests: ') ? last : '';
  return {
    id,
    title,
    files: [...said.matchAll(/`([^`]+)`/g)].map(([, file = '']) => file),
    exception: /^Tests: none, for (.{10,})\.$/.exec(said)?.[1] ?? null,
  };
}
