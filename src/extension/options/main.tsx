import { renderPage } from '../lib/render-page.tsx';
import { Options } from './options.tsx';

renderPage(<Options />);
