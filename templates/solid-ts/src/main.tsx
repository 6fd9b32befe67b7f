import { render } from 'solid-js/web';
import { App } from './App.tsx';
import './style.css';

const container = document.getElementById('app');
if (!container) throw new Error('index.html has no #app');
render(() => <App />, container);
