/** Exits with a clear message if this Node is too old; it may not even parse the syntax of the other files. */
export function checkNodeVersion() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major > 20 || (major === 20 && minor >= 19)) return;
  console.error(`Devonz needs Node 20.19 or newer; this is ${process.versions.node}.`);
  process.exit(1);
}
