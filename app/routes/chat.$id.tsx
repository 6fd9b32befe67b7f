/** A chat; the shell (root.tsx) opens the one that the address names. */
export default function Chat() {
  return null;
}
