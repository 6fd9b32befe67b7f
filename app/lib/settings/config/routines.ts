import type { Routine } from '../../protocol/settings.ts';

export interface KnownRoutine extends Routine {
  /** Who made it; a user's own hides a project's, which hides a default. */
  from: 'user' | 'project' | 'default';
}

/** The routines every web project may have; each is there where its package.json has a script for it. */
const DEFAULTS: readonly { name: string; description: string; scripts: readonly string[] }[] = [
  { name: 'dev', description: 'Start the development server', scripts: ['dev', 'start'] },
  { name: 'build', description: 'Build for production', scripts: ['build'] },
  { name: 'test', description: 'Run the tests', scripts: ['test'] },
  { name: 'lint', description: 'Look for problems in the code', scripts: ['lint'] },
  { name: 'typecheck', description: 'Check the types', scripts: ['typecheck', 'type-check', 'check-types'] },
  { name: 'audit', description: 'Look for known vulnerabilities in packages', scripts: ['audit'] },
  { name: 'format', description: 'Format the code', scripts: ['format', 'fmt'] },
];

/** Every routine by its name, sorted. */
export function knownRoutines(parts: {
  user: readonly Routine[];
  project: readonly Routine[];
  scripts: readonly string[];
}): readonly KnownRoutine[] {
  const known = new Map<string, KnownRoutine>();
  for (const { name, description, scripts } of DEFAULTS) {
    const script = scripts.find((one) => parts.scripts.includes(one));
    if (script !== undefined) known.set(name, { name, description, command: `npm run ${script} -- $*`, from: 'default' });
  }
  for (const routine of parts.project) known.set(routine.name, { ...routine, from: 'project' });
  for (const routine of parts.user) known.set(routine.name, { ...routine, from: 'user' });
  return [...known.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
}
