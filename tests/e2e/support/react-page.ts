import { build } from 'esbuild';

const APP = `import { createRoot } from 'react-dom/client';
function TodoItem({ text }) {
  return (
    <li className="todo">
      {text} <button className="remove" onClick={() => { window.removed = text; }}>Remove</button>
    </li>
  );
}
function App() {
  return <ul className="todos">{['Milk', 'Bread'].map((text) => <TodoItem key={text} text={text} />)}</ul>;
}
createRoot(document.getElementById('root')).render(<App />);
`;

/** A genuine page of React's development build; its elements record that they come from this file of the project. */
export const REACT_FILE = { path: 'src/App.jsx', text: APP };

export async function reactScript(): Promise<string> {
  const bundle = await build({
    stdin: { contents: APP, sourcefile: REACT_FILE.path, loader: 'jsx', resolveDir: process.cwd() },
    bundle: true,
    write: false,
    format: 'iife',
    jsx: 'automatic',
    jsxDev: true,
    define: { 'process.env.NODE_ENV': '"development"' },
    logLevel: 'warning',
  });
  return bundle.outputFiles[0]?.text ?? '';
}
