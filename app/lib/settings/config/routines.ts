import type { Routine } from '../../protocol/settings.ts';

export interface KnownRoutine extends Routine {
  /** The origin of the routine. User routines override project routines, which override defaults. */
  from: 'user' | 'project' | 'default';
}

/** Routines common to web projects; each is available only if package.json has one of its scripts. */
const DEFAULTS: readonly { name: string; description: string; scripts: readonly string[] }[] = [
  { name: 'dev', description: 'Start the development server', scripts: ['dev', 'start'] },
  { name: 'build', description: 'Build for production', scripts: ['build'] },
  { name: 'test', description: 'Run the tests', scripts: ['test'] },
  { name: 'lint', description: 'Look for problems in the code', scripts: ['lint'] },
  { name: 'typecheck', description: 'Check the types', scripts: ['typecheck', 'type-check', 'check-types'] },
  { name: 'audit', description: 'Look for known vulnerabilities in packages', scripts: ['audit'] },
  { name: 'format', description: 'Format the code', scripts: ['format', 'fmt'] },
];

/** Returns all routines, sorted by name. */
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
