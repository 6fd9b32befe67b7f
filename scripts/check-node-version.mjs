/** Ends the process with one clear sentence when this Node is too old; the syntax of everything else may not even parse there. */
export function checkNodeVersion() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major > 20 || (major === 20 && minor >= 19)) return;
  console.error(`Devonz needs Node 20.19 or newer; this is ${process.versions.node}.`);
  process.exit(1);
}
