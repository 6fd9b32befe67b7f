export type TypedAddress =
  /** On the server that is shown. */
  | { type: 'path'; path: string }
  /** On this or another server of the project. */
  | { type: 'port'; port: number; path: string }
  /** On another machine. */
  | { type: 'elsewhere'; url: string };

const LOCAL = /^(?:https?:\/\/)?(?:localhost|127\.0\.0\.1|0\.0\.0\.0|\[::1\])(?::(\d{1,5}))?(?=[/?#]|$)(.*)$/i;

/** Interprets an address typed into the preview. `origin` is that of the shown page. */
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
