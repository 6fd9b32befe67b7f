import type { FailedRequest, LogLevel } from 'devonz-engine-protocol/page-activity';

/** Identifies the previewed page. */
interface PagePlace {
  port: number;
  pathname: string;
  search: string;
  hash: string;
}

/** An error in a previewed page; becomes the client's `preview-message` event (see `@webcontainer/api`, `PreviewMessage`). */
export type PreviewError = PagePlace &
  (
    | { type: 'PREVIEW_UNCAUGHT_EXCEPTION' | 'PREVIEW_UNHANDLED_REJECTION'; message: string; stack: string | undefined }
    | { type: 'PREVIEW_CONSOLE_ERROR'; args: unknown[]; stack: string }
  );

/** Additional reports of a watched page. They have their own event, because the client's types only include errors. */
export type PreviewActivity = PagePlace &
  (
    | { type: 'PREVIEW_CONSOLE_LOG'; level: LogLevel; message: string }
    | ({ type: 'PREVIEW_REQUEST_FAILED' } & FailedRequest)
    | { type: 'PREVIEW_PLACE'; canGoBack: boolean; canGoForward: boolean }
  );

/** Any report of a previewed page. */
export type PreviewMessage = PreviewError | PreviewActivity;
