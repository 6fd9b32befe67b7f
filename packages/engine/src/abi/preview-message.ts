import type { FailedRequest, LogLevel } from 'devonz-engine-protocol/page-activity';

/** Of which previewed page. */
interface PagePlace {
  port: number;
  pathname: string;
  search: string;
  hash: string;
}

/** What went wrong in a previewed page; becomes the client's `preview-message` event (see `@webcontainer/api`, `PreviewMessage`). */
export type PreviewError = PagePlace &
  (
    | { type: 'PREVIEW_UNCAUGHT_EXCEPTION' | 'PREVIEW_UNHANDLED_REJECTION'; message: string; stack: string | undefined }
    | { type: 'PREVIEW_CONSOLE_ERROR'; args: unknown[]; stack: string }
  );

/** What a page that is watched says besides: its own event, since the client's types know errors alone. */
export type PreviewActivity = PagePlace &
  (
    | { type: 'PREVIEW_CONSOLE_LOG'; level: LogLevel; message: string }
    | ({ type: 'PREVIEW_REQUEST_FAILED' } & FailedRequest)
    | { type: 'PREVIEW_PLACE'; canGoBack: boolean; canGoForward: boolean }
  );

/** What a previewed page reports. */
export type PreviewMessage = PreviewError | PreviewActivity;
