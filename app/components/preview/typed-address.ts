export type TypedAddress =
  /** Of the server that is shown. */
  | { type: 'path'; path: string }
  /** Of this or another server of the project. */
  | { type: 'port'; port: number; path: string }
  /** Another machine. */
  | { type: 'elsewhere'; url: string };

const LOCAL = /^(?:https?:\/\/)?(?:localhost|127\.0\.0\.1|0\.0\.0\.0|\[::1\])(?::(\d{1,5}))?(?=[/?#]|$)(.*)$/i;

/** What a user means who types into the preview's address. `origin`: of the page that is shown. */
export function typedAddress(typed: string, origin: string): TypedAddress {
  const text = typed.trim();
  const [, port, rest] = LOCAL.exec(text) ?? [];
  if (port !== undefined) return { type: 'port', port: Number(port), path: pathFrom(rest ?? '') };
  if (rest !== undefined) return { type: 'path', path: pathFrom(rest) };
  const written = /^(?:\/\/|www\.)/i.test(text) ? `https://${text.replace(/^\/\//, '')}` : text;
  if (!/^https?:\/\//i.test(written) || !URL.canParse(written)) return { type: 'path', path: pathFrom(text) };
  const url = new URL(written);
  if (url.origin === origin) return { type: 'path', path: url.pathname + url.search + url.hash };
  return { type: 'elsewhere', url: url.href };
}

function pathFrom(text: string): string {
  return text.startsWith('/') ? text : `/${text}`;
}
