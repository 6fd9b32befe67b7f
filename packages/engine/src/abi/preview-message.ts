/** What a previewed page reports; becomes the client's `preview-message` event (see `@webcontainer/api`, `PreviewMessage`). */
export type PreviewMessage = {
  port: number;
  /** Of the previewed page. */
  pathname: string;
  search: string;
  hash: string;
} & (
  | { type: 'PREVIEW_UNCAUGHT_EXCEPTION' | 'PREVIEW_UNHANDLED_REJECTION'; message: string; stack: string | undefined }
  | { type: 'PREVIEW_CONSOLE_ERROR'; args: unknown[]; stack: string }
);
