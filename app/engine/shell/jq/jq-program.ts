import { checkNames } from './jq-check.ts';
import { definitionSource } from './jq-definitions.ts';
import type { JqNative, JqWorld } from './jq-machine.ts';
import { JqMachine } from './jq-machine.ts';
import { parseJq, parseJqDefinitions } from './jq-parser.ts';
import { regexNatives } from './jq-regex.ts';
import { streamNatives } from './jq-streams.ts';
import type { JqValue } from './jq-value.ts';
import { valueNatives } from './jq-values-natives.ts';

export interface JqProgram {
  run(input: JqValue): Generator<JqValue, void, undefined>;
}

/** A program ready to run. Throws a JqSyntaxError when it is none. */
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
