/** Returns a file's name as the GNU tools write it in messages: quoted if a shell would not read it as one plain word. */
export function quotedName(name: string): string {
  if (name !== '' && !/[\s"'\\$`&|;<>()*?[\]!{}]|^[~#]/.test(name)) return name;
  if (name.includes("'") && !/["\\$`!]/.test(name)) return `"${name}"`;
  return `'${name.replaceAll("'", "'\\''")}'`;
}
