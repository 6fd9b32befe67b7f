import { parseArgs } from 'node:util';

const PORT = 8788;

const OPTIONS = /** @type {const} */ ({ port: { type: 'string' }, help: { type: 'boolean' } });

/**
 * Reads the arguments of `npm start` and `npm run dev`. It runs before any build, so that a mistake is reported at
 * once.
 * @param {readonly string[]} args
 * @param {string | undefined} portVariable the environment's PORT
 * @returns {{ type: 'serve', port: number } | { type: 'help' } | { type: 'mistake', message: string }}
 */
export function readServerArguments(args, portVariable) {
  let values;
  try {
    values = parseArgs({ args: [...args], options: OPTIONS }).values;
  } catch (error) {
    return mistake(error instanceof Error ? (error.message.split(/\. |\n/, 1)[0] ?? '') : String(error));
  }
  if (values.help === true) return { type: 'help' };
  if (values.port === undefined) return { type: 'serve', port: Number(portVariable) || PORT };
  const port = Number(values.port);
  const isPort = /^\d+$/.test(values.port) && port >= 1 && port <= 65_535;
  if (!isPort) return mistake(`--port takes a number from 1 to 65535, not “${values.port}”`);
  return { type: 'serve', port };
}

/**
 * Returns the wanted port; ends the process if there is nothing to serve.
 * @param {string} command as the user calls it
 * @param {string} about what it does, in a sentence
 * @returns {number}
 */
export function wantedPort(command, about) {
  const read = readServerArguments(process.argv.slice(2), process.env.PORT);
  if (read.type === 'serve') return read.port;
  if (read.type === 'help') console.log(helpText(command, about));
  else console.error(`${read.message}\n\n${helpText(command, about)}`);
  process.exit(read.type === 'help' ? 0 : 1);
}

/** @param {string} message */
function mistake(message) {
  return { type: /** @type {const} */ ('mistake'), message: `${message}.` };
}

/** @param {string} command @param {string} about */
function helpText(command, about) {
  return [
    about,
    '',
    `  ${command} -- --port N   serves on port N, or on the next free one (also: PORT=N ${command}; otherwise ${PORT})`,
    `  ${command} -- --help     prints this`,
  ].join('\n');
}
