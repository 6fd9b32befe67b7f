/** The start page; the shell (root.tsx) shows it when the address names no chat. */
export default function Index() {
  return null;
}
