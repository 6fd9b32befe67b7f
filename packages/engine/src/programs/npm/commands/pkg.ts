import { NpmError } from '../npm-error.ts';
import { PackageJson } from '../package-json.ts';
import type { Command } from './command.ts';
import { readProperty, writeProperty } from './property-path.ts';

/** Implements `npm pkg get [key…]`, `npm pkg set key=value…` and `npm pkg delete key…`. */
export const pkgCommand: Command = async (session) => {
  const [action, ...args] = session.commandLine.positional;
  const packageJson = PackageJson.read(session.files, session.projectPath);
  if (!packageJson.exists) throw new NpmError('ENOENT', [`Could not read package.json: there is none at ${packageJson.path}`]);
  switch (action) {
    case 'get': {
      const values = args.map((key) => [key, readProperty(packageJson.document, key)] as const);
      const [only] = values;
      const shown = args.length === 0 ? packageJson.document : values.length === 1 ? (only?.[1] ?? {}) : Object.fromEntries(values);
      session.output.print(JSON.stringify(shown, null, 2));
      return 0;
    }
    case 'set': {
      for (const argument of args) {
        const equals = argument.indexOf('=');
        if (equals <= 0) throw new NpmError('EUSAGE', ['npm pkg set expects a key=value pair of args.']);
        writeProperty(
          packageJson.document,
          argument.slice(0, equals),
          readValue(argument.slice(equals + 1), session.commandLine.isSet('json')),
        );
      }
      packageJson.save();
      return 0;
    }
    case 'delete':
    case 'rm':
      for (const key of args) writeProperty(packageJson.document, key, undefined);
      packageJson.save();
      return 0;
    default:
      throw new NpmError('EUSAGE', ['npm pkg set <key>=<value> [...]', 'npm pkg get [<key> ...]', 'npm pkg delete <key> [...]']);
  }
};

/** With `--json` the value is JSON, otherwise text. */
function readValue(text: string, isJson: boolean): unknown {
  if (!isJson) return text;
  try {
    return JSON.parse(text);
  } catch {
    throw new NpmError('EJSONPARSE', [`Not JSON: ${text}`]);
  }
}
