// node load-one.cjs PACKAGE: what a program gets that requires and imports it, as one line of JSON behind `@@`.
const { writeSync } = require('node:fs');

const name = process.argv[2];
const result = { name };
// Some packages keep a timer or a socket from the moment they are loaded.
const finish = () => {
  writeSync(1, `\n@@${JSON.stringify(result)}\n`);
  process.exit(0);
};
const described = (error) =>
  `${error?.code ?? error?.name}: ${String(error?.message ?? error)
    .split('\n')[0]
    .slice(0, 300)}`;
const typeOf = (value, key) => {
  try {
    return typeof value[key];
  } catch (error) {
    return `throws ${error.name}`;
  }
};
const members = (value) =>
  Object.keys(value)
    .sort()
    .map((key) => `${key}: ${typeOf(value, key)}`);

process.on('uncaughtException', (error) => {
  result.uncaught = described(error);
  finish();
});
try {
  const loaded = require(name);
  const isObject = (typeof loaded === 'object' && loaded !== null) || typeof loaded === 'function';
  result.required = [typeof loaded, ...(isObject ? members(loaded) : [])];
} catch (error) {
  result.requireError = described(error);
}
import(name)
  .then(
    (loaded) => {
      result.imported = members(loaded);
    },
    (error) => {
      result.importError = described(error);
    },
  )
  .then(finish);
