/** The build of React's server that workerd and Node both run (web streams); its types are those of the package's main entry. */
declare module 'react-dom/server.browser' {
  export { renderToReadableStream } from 'react-dom/server';
}
