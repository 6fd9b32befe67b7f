/** A file's name in a message, as the GNU tools write it: in quotes where a shell would not read it as one plain word. */
export function quotedName(name: string): string {
  if (name !== '' && !/[\s"'\\$`&|;<>()*?[\]!{}]|^[~#]/.test(name)) return name;
  if (name.includes("'") && !/["\\$`!]/.test(name)) return `"${name}"`;
  return `'${name.replaceAll("'", "'\\''")}'`;
}
