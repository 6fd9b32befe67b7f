import { checkNames } from './jq-check.ts';
import type { JqNative, JqWorld } from './jq-machine.ts';
import { JqMachine } from './jq-machine.ts';
import type { JqValue } from './jq-value.ts';
import { definitionSource } from './natives/jq-definitions.ts';
import { regexNatives } from './natives/jq-regex.ts';
import { streamNatives } from './natives/jq-streams.ts';
import { valueNatives } from './natives/jq-values-natives.ts';
import { parseJq, parseJqDefinitions } from './syntax/jq-parser.ts';

export interface JqProgram {
  run(input: JqValue): Generator<JqValue, void, undefined>;
}

/** Compiles a program. Throws a JqSyntaxError if it is invalid. */
export function compileJq(source: string, world: JqWorld): JqProgram {
  const natives = new Map<string, JqNative>([...streamNatives, ...valueNatives, ...regexNatives]);
  const definitions = new Map(
    parseJqDefinitions(definitionSource).map((definition) => [`${definition.name}/${definition.parameters.length}`, definition]),
  );
  const machine = new JqMachine(world, natives, definitions);
  const node = parseJq(source);
  checkNames(node, new Set(machine.names()), new Set(['ENV', 'ARGS', ...world.namedArguments.keys()]));
  return { run: (input) => machine.values(node, input, null) };
}
